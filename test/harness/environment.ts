/** One key for the template and its clones: a database remembers which key it was set up with. */
export const TEST_SECRET_KEY = 'test-secret-key-test-secret-key-test-secret-key';

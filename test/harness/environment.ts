/** One key for the template and its clones: a database remembers which key it was set up with. */
export const TEST_SECRET_KEY = 'test-secret-key-test-secret-key-test-secret-key';

/** What a platform of a test is started with: its database, its folder, and a port that is free. */
export const testEnvironment = (DATABASE_URL: string, DATA_DIR: string, LOG_LEVEL = 'error') => ({
  DATABASE_URL,
  SECRET_KEY: TEST_SECRET_KEY,
  DATA_DIR,
  PORT: '0',
  LOG_LEVEL,
});

/**
 * Answers each message of the bench that started this process, in turn or at once as they come; ends with the bench, on
 * SIGTERM after `close`, and at the first answer that fails.
 */
export function answers<Ask>(answer: (ask: Ask) => Promise<object>, close: () => Promise<unknown>): void {
  process.on('message', (ask: Ask) => {
    answer(ask).then(
      (told) => process.send?.(told),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => void close().then(() => process.exit(0)));
}

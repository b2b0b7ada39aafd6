import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded into test files. tap follows every promise with an async hook, to tell in which subtest an error was left
 * unhandled; that costs a third of the processor time of a test that boots a platform. Without it such an error ends
 * the file, which fails with its stack.
 */
const { createHook } = hooks;
const idle = { enable: () => idle, disable: () => idle };

hooks.createHook = (callbacks) =>
  /[\\/]async-hook-domain[\\/]/.test(String(new Error().stack)) ? idle : createHook(callbacks);
syncBuiltinESMExports();

#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `Patchbay needs Node 24 or later; this is ${process.version}. "npm ci" brings one, so start with "npx patchbay".`,
  );
  process.exit(2);
}
enableCompileCache();
const { runCommandLine } = await import('../run-command-line.ts');

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ending.abort();
    // A second one does not wait for a safe place.
    process.once(signal, () => process.exit(130));
  });

// A reader that has seen enough (`| head`) is no mistake.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0));

const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  signal: ending.signal,
});
// Open handles must not keep the process; written text must arrive.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));

// The least that runs 1 KB through an isolate in another process: one warm isolate, JSON text over the channel.
import ivm from 'isolated-vm';

const CODE = `globalThis.run = function (text) {
  const input = JSON.parse(text);
  return JSON.stringify({ ok: true, count: input.items.length, echo: input });
};`;

const isolate = new ivm.Isolate({ memoryLimit: 64 });
const context = await isolate.createContext();
await (await isolate.compileScript(CODE)).run(context);
const run = await context.global.get('run', { reference: true });

process.on('message', ({ id, text }) => {
  process.send({ id, text: run.applySync(undefined, [text], { timeout: 1_000 }) });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });

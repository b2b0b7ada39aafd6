import ivm from 'isolated-vm';

/** The least that runs JSON text through an isolate in another process: one warm isolate, text over the channel. */
const CODE = `globalThis.run = function (text) {
  const input = JSON.parse(text);
  return JSON.stringify({ ok: true, count: input.items.length, echo: input });
};`;

const isolate = new ivm.Isolate({ memoryLimit: 64 });
const context = await isolate.createContext();
await (await isolate.compileScript(CODE)).run(context);
const run = await context.global.get('run', { reference: true });

process.on('message', ({ id, text }: { readonly id: number; readonly text: string }) => {
  process.send?.({ id, text: run.applySync(undefined, [text], { timeout: 1_000 }) });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

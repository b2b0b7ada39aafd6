import ivm from 'isolated-vm';

const CODE = `(function (text) {
  const input = JSON.parse(text);
  return JSON.stringify({ ok: true, count: input.items.length, echo: input });
})`;

/** An isolate made for one call and thrown away, in this process. */
export async function runInNewIsolate(text: string): Promise<string> {
  const isolate = new ivm.Isolate({ memoryLimit: 64 });
  try {
    const context = await isolate.createContext();
    const script = await isolate.compileScript(CODE);
    const run = await script.run(context, { reference: true });
    return String(await run.apply(undefined, [text], { timeout: 1_000 }));
  } finally {
    isolate.dispose();
  }
}

import { readFileSync } from 'node:fs';
import t from 'tap';
import { clusterBench } from './support/proxmox-bench.ts';

interface Exchange {
  readonly op: string;
  readonly params: Readonly<Record<string, string>>;
  readonly result:
    | { readonly ok: true }
    | {
        readonly status: string;
        readonly body: { readonly data: null; readonly errors: object; readonly message: string };
      };
}

const file = new URL('../vendor-data/proxmox/transcript.json', import.meta.url);
const { exchanges } = JSON.parse(readFileSync(file, 'utf8')) as { exchanges: readonly Exchange[] };

t.test('every recorded check of parameters comes out the same here, to the word', async (t) => {
  const { done } = await clusterBench(t, { devices: 0 });
  t.ok(exchanges.length >= 11);
  for (const { op, params, result } of exchanges) {
    const [method = '', template = ''] = op.split(' ');
    const inPath = [...template.matchAll(/\{([a-z]+)\}/g)].map(([, name = '']) => name);
    const path = template.replace(/\{([a-z]+)\}/g, (_, name: string) => params[name] ?? '');
    const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.includes(name)));
    const answer = await done(method, path, rest);
    const name = `${op} ${JSON.stringify(params)}`;
    if ('ok' in result) {
      t.not(answer.status, 400, `${name} ${answer.text}`);
      continue;
    }
    t.equal(answer.status, Number(result.status), name);
    t.same(answer.json, result.body, name);
  }
});

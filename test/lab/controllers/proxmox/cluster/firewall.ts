import { altered, assertDigest, type Call, type Handlers, settings, textOf, typed } from '../call.ts';
import { Refusal, refused } from '../refusal.ts';
import type { Row } from '../row.ts';
import { digestOf } from './cluster.ts';

const of = (path: string, rowsOf: (call: Call) => Row[]): Handlers => {
  const at = (call: Call): number => {
    const pos = Number(textOf(call, 'pos'));
    if (rowsOf(call)[pos] === undefined) throw refused(`no rule at position ${pos}`);
    return pos;
  };
  const shown = (call: Call, row: Row, pos: number) => ({
    pos,
    enable: 0,
    ...typed({ ...call.operation, properties: numbers }, row),
    digest: digestOf(rowsOf(call)),
  });
  return {
    [`GET ${path}`]: (call) => rowsOf(call).map((row, pos) => shown(call, row, pos)),
    [`GET ${path}/{pos}`]: (call) => shown(call, rowsOf(call)[at(call)] ?? {}, at(call)),
    [`POST ${path}`](call) {
      const rows = rowsOf(call);
      assertDigest(call, digestOf(rows));
      const row = settings(call, 'pos');
      assertSound(row);
      rows.splice(Math.min(Number(call.given['pos'] ?? 0), rows.length), 0, row);
      return null;
    },
    [`PUT ${path}/{pos}`](call) {
      const rows = rowsOf(call);
      const pos = at(call);
      const changed = altered(call, rows[pos] ?? {}, digestOf(rows), 'moveto');
      assertSound(changed);
      const { moveto } = call.given;
      if (moveto === undefined) {
        rows[pos] = changed;
        return null;
      }
      // A rule that is moved comes to stand before the one at that place.
      rows.splice(pos, 1);
      const to = Number(moveto);
      rows.splice(to > pos ? to - 1 : to, 0, changed);
      return null;
    },
    [`DELETE ${path}/{pos}`](call) {
      const rows = rowsOf(call);
      const pos = at(call);
      assertDigest(call, digestOf(rows));
      rows.splice(pos, 1);
      return null;
    },
  };
};

const numbers = { enable: { type: 'integer' as const } };

function assertSound(row: Row): void {
  const isGroup = row['type'] === 'group';
  if (!isGroup && !['ACCEPT', 'DROP', 'REJECT'].includes(String(row['action'])))
    throw new Refusal(400, 'Parameter verification failed.', {
      action: `unknown action '${String(row['action'])}'`,
    });
  const hasPorts = row['dport'] !== undefined || row['sport'] !== undefined;
  if (hasPorts && !['tcp', 'udp', 'sctp', 'dccp', 'udplite'].includes(String(row['proto'] ?? '')))
    throw new Refusal(400, 'Parameter verification failed.', {
      proto: 'missing property - dport/sport require a protocol with ports',
    });
}

export const firewall: Handlers = {
  ...of('/cluster/firewall/rules', ({ cluster }) => cluster.rules),
  ...of(
    '/nodes/{node}/qemu/{vmid}/firewall/rules',
    (call) => call.cluster.guest('qemu', textOf(call, 'vmid'), textOf(call, 'node')).rules,
  ),
};

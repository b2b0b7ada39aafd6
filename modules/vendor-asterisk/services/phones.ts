import { type Phone, type PhoneCall, textAt, unreadableAnswer } from '@patchbay/vendor-kit';

/** Entries of the exchange itself are no phones. */
const inner: ReadonlySet<string> = new Set(['Local', 'Surrogate', 'CBAnn', 'CBRec', 'Message']);
const MAX_PHONES = 20_000;

type Row = Readonly<Record<string, unknown>>;

/** Endpoints with the calls they are in. Throws `AdapterError` for lists that are none. */
export function phonesIn(endpoints: unknown, channels: unknown): readonly Phone[] {
  const calls = new Map(rowsOf(channels).map((row) => [textAt(row, 'id'), row]));
  return rowsOf(endpoints)
    .filter((row) => !inner.has(textAt(row, 'technology')) && textAt(row, 'resource') !== '')
    .slice(0, MAX_PHONES)
    .map((row) => phoneOf(row, calls));
}

function phoneOf(row: Row, channels: ReadonlyMap<string, Row>): Phone {
  const ids: unknown = row['channel_ids'];
  const named: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const own = named.flatMap((id): readonly Row[] => {
    const channel = channels.get(String(id));
    return channel ? [channel] : [];
  });
  const resource = textAt(row, 'resource');
  const [first] = own;
  return {
    id: `${textAt(row, 'technology')}/${resource}`,
    name: textAt(first?.['caller'], 'name') || resource,
    status: statusOf(textAt(row, 'state')),
    state: stateOf(own.map((channel) => textAt(channel, 'state'))),
    calls: own.map(callOf),
  };
}

const statusOf = (state: string): Phone['status'] =>
  state === 'online' || state === 'offline' ? state : 'unknown';

function stateOf(states: readonly string[]): Phone['state'] {
  if (states.includes('Up')) return 'in_call';
  if (states.includes('Ringing')) return 'ringing';
  return states.length > 0 ? 'dialing' : 'idle';
}

const callOf = (channel: Row): PhoneCall => ({
  state: textAt(channel, 'state'),
  with_number: textAt(channel['connected'], 'number') || null,
  with_name: textAt(channel['connected'], 'name') || null,
  since: textAt(channel, 'creationtime') || null,
});

function rowsOf(answer: unknown): readonly Row[] {
  if (!Array.isArray(answer)) throw unreadableAnswer('exchange', 200, { isWrite: false });
  return answer.filter((row): row is Row => typeof row === 'object' && row !== null);
}

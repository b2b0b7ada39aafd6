import { type FirewallAlert, textIn, type VendorValue } from '@patchbay/vendor-kit';

/** Lines of the packet filter's log; the product gives them as text (`… filterlog[…]: 4,,,1000,em0,match,block,in,4,…`). */
export const firewallAlerts = (lines: readonly VendorValue[], most: number): readonly FirewallAlert[] =>
  lines.toReversed().slice(0, most).map(alertOf);

function alertOf(line: VendorValue, index: number): FirewallAlert {
  const message = textIn(line, 'text');
  const fields = /filterlog\S*: (\S+)/.exec(message)?.[1]?.split(',') ?? [];
  const isVersion4 = fields[8] === '4';
  const [protocol = '', from = '', to = ''] = isVersion4
    ? [fields[16], fields[18], fields[19]]
    : [fields[12], fields[15], fields[16]];
  return {
    id: textIn(line, 'id') || String(index),
    occurred_at: timeIn(message),
    severity: 'low',
    category: 'log',
    message,
    action: fields[6] || null,
    source: from || null,
    destination: to || null,
    protocol: protocol.toLowerCase() || null,
  };
}

/** Lines of the newer form have a year; those of the older one have none. */
function timeIn(message: string): string | null {
  const at = Date.parse(/\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:\d{2})/.exec(message)?.[0] ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

import { type FirewallAlert, textIn, type VendorValue } from '@patchbay/vendor-kit';

/** Log lines of the firewall (`forward: in:ether1 out:bridge, …, proto TCP (SYN), 1.2.3.4:5->6.7.8.9:10, len 60`). */
export function routerAlerts(log: readonly VendorValue[], most: number): readonly FirewallAlert[] {
  return log
    .filter((line) => textIn(line, 'topics').split(',').includes('firewall'))
    .toReversed()
    .slice(0, most)
    .map(alertOf);
}

function alertOf(line: VendorValue): FirewallAlert {
  const message = textIn(line, 'message');
  const [, source = null, destination = null] = / (\S+)->(\S+?)(?:,|$)/.exec(message) ?? [];
  const protocol = /\bproto (\w+)/.exec(message)?.[1]?.toLowerCase() ?? null;
  const at = Date.parse(`${textIn(line, 'time').replace(' ', 'T')}Z`);
  const topics = textIn(line, 'topics').split(',');
  return {
    id: textIn(line, '.id'),
    occurred_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    severity: topics.includes('critical') ? 'high' : topics.includes('warning') ? 'medium' : 'low',
    category: 'log',
    message,
    action: null,
    source,
    destination,
    protocol,
  };
}

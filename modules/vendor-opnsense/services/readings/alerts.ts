import { AdapterError, type FirewallAlert, textIn, type VendorValue } from '@patchbay/vendor-kit';
import type { FirewallAccess } from '../exchange/firewall-access.ts';

/** Alerts of the intrusion detection; a firewall without it has none. */
export async function firewallAlerts(
  access: Pick<FirewallAccess, 'post'>,
  most: number,
): Promise<readonly FirewallAlert[]> {
  try {
    const answer = await access.post('/api/ids/service/queryAlerts', { current: 1, rowCount: most });
    const rows: unknown = Reflect.get(answer, 'rows');
    return Array.isArray(rows) ? rows.filter(isRow).slice(0, most).map(alertOf) : [];
  } catch (error) {
    if (error instanceof AdapterError && error.type === 'adapter_not_found') return [];
    throw error;
  }
}

const isRow = (row: unknown): row is VendorValue => typeof row === 'object' && row !== null;

const severities: Readonly<Record<string, FirewallAlert['severity']>> = {
  '1': 'high',
  '2': 'medium',
  '3': 'low',
};

function alertOf(row: VendorValue): FirewallAlert {
  const at = Date.parse(textIn(row, 'timestamp'));
  return {
    id: textIn(row, 'filepos') || textIn(row, 'flow_id'),
    occurred_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    severity: severities[textIn(row, 'alert_sid_severity') || textIn(row, 'alert_severity')] ?? 'unknown',
    category: 'intrusion',
    message: textIn(row, 'alert'),
    action: textIn(row, 'alert_action') || null,
    source: endOf(row, 'src'),
    destination: endOf(row, 'dest'),
    protocol: textIn(row, 'proto').toLowerCase() || null,
  };
}

function endOf(row: VendorValue, side: 'src' | 'dest'): string | null {
  const [address, port] = [textIn(row, `${side}_ip`), textIn(row, `${side}_port`)];
  return address === '' ? null : port === '' ? address : `${address}:${port}`;
}

import { AdapterError, type FirewallAlert, textIn, type VendorValue } from '@patchbay/vendor-kit';
import type { UnifiAccess } from '../behaviours/behaviour.ts';
import { rowsOf } from '../exchange/answers.ts';

const severities: Readonly<Record<string, FirewallAlert['severity']>> = {
  '1': 'high',
  '2': 'medium',
  '3': 'low',
};

/** Alarms of the site, those of the intrusion prevention among them. */
export async function consoleAlerts(
  access: Pick<UnifiAccess, 'call'>,
  most: number,
): Promise<readonly FirewallAlert[]> {
  const read = async (path: string) => rowsOf(await access.call({ method: 'GET', base: 'C', path }));
  const alarms = [...(await absentOr(read('/stat/ips/event'))), ...(await read('/list/alarm'))];
  const found = alarms.filter((row) => row['archived'] !== true).map(alertOf);
  const newest = found.toSorted((one, other) =>
    (other.occurred_at ?? '').localeCompare(one.occurred_at ?? ''),
  );
  return newest.slice(0, most);
}

/** Consoles without intrusion prevention have no such list. */
async function absentOr(rows: Promise<readonly VendorValue[]>): Promise<readonly VendorValue[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof AdapterError && error.outcome === 'refused') return [];
    throw error;
  }
}

function alertOf(row: VendorValue): FirewallAlert {
  const at = Date.parse(textIn(row, 'datetime')) || Number(textIn(row, 'timestamp')) || Number.NaN;
  return {
    id: textIn(row, '_id'),
    occurred_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    severity: severities[textIn(row, 'inner_alert_severity')] ?? 'unknown',
    category: textIn(row, 'inner_alert_category') || textIn(row, 'catname') || 'alarm',
    message: textIn(row, 'msg'),
    action: textIn(row, 'inner_alert_action') || null,
    source: textIn(row, 'src_ip') || null,
    destination: textIn(row, 'dest_ip') || textIn(row, 'dst_ip') || null,
    protocol: textIn(row, 'proto').toLowerCase() || null,
  };
}

import { resource } from '@patchbay/kernel/http';
import { alertNotOpen, alertResolvedAlready } from './errors.ts';
import { alertRead, alertWrite } from './permissions.ts';
import { AlertQuery, AlertReply } from './schemas.ts';
import { Alerts } from './services/alerts.ts';

const read = { permission: alertRead.id };
const write = { permission: alertWrite.id };

const alerts = resource({
  id: 'alerts',
  path: '/alerts',
  parameter: 'alert_id',
  service: Alerts,
  read,
  write,
  reply: AlertReply,
});

export const alertRoutes = [
  alerts.list({
    summary: 'List alerts, newest first',
    query: AlertQuery,
  }),
  alerts.get({ summary: 'Get an alert' }),
  alerts.act('acknowledge', {
    summary: 'Acknowledge an open alert',
    reach: 'sites',
    errors: [alertNotOpen],
  }),
  alerts.act('resolve', {
    summary: 'Say that an alert is done',
    reach: 'sites',
    errors: [alertResolvedAlready],
  }),
];

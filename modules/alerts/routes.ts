import { pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { alertNotOpen, alertResolvedAlready } from './errors.ts';
import { alertRead, alertWrite } from './permissions.ts';
import { AlertQuery, AlertReply } from './schemas.ts';
import { Alerts } from './services/alerts.ts';

const read = { permission: alertRead.id };
const write = { permission: alertWrite.id };
const deps = { alerts: Alerts };

export const alertRoutes = [
  route({
    id: 'alerts.list',
    method: 'GET',
    path: '/alerts',
    summary: 'List alerts, newest first',
    access: read,
    query: AlertQuery,
    reply: pageSchema(AlertReply),
    deps,
    handle: ({ principal, query, deps }) => deps.alerts.list(principal, query),
  }),
  route({
    id: 'alerts.get',
    method: 'GET',
    path: '/alerts/{alert_id}',
    summary: 'Get an alert',
    access: read,
    reply: AlertReply,
    deps,
    handle: ({ principal, params, deps }) => deps.alerts.get(principal, params.alert_id),
  }),
  route({
    id: 'alerts.acknowledge',
    method: 'POST',
    path: '/alerts/{alert_id}/acknowledge',
    summary: 'Say that you look after an open alert',
    access: write,
    reach: 'sites',
    reply: AlertReply,
    errors: [alertNotOpen],
    deps,
    handle: ({ principal, params, deps }) => deps.alerts.acknowledge(principal, params.alert_id),
  }),
  route({
    id: 'alerts.resolve',
    method: 'POST',
    path: '/alerts/{alert_id}/resolve',
    summary: 'Say that an alert is done',
    access: write,
    reach: 'sites',
    reply: AlertReply,
    errors: [alertResolvedAlready],
    deps,
    handle: ({ principal, params, deps }) => deps.alerts.resolve(principal, params.alert_id),
  }),
];

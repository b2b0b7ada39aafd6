import { contributeWith } from '@patchbay/kernel/extension';
import { AUTOMATION_ACTIONS } from '@patchbay/module-automation/contract';
import Type, { type Static } from 'typebox';
import { alertWrite } from '../permissions.ts';
import { AlertParams } from '../schemas.ts';
import { AlertRaising } from '../services/alert-raising.ts';

export const createAlertAction = contributeWith(
  AUTOMATION_ACTIONS,
  { raising: AlertRaising },
  ({ raising }) => ({
    action_type: 'create_alert',
    title: 'Create an alert',
    description:
      'Raises an alert for people to acknowledge and resolve, at the site of the event unless another is given.',
    params: AlertParams,
    output: Type.Object({ alert_id: Type.String() }),
    permission: alertWrite.id,
    async run({ params, principal, effect_id, rule_id, event_id, causation }) {
      const {
        title,
        message = '',
        severity = 'warning',
        site_id,
        device_id = null,
      } = params as Static<typeof AlertParams>;
      const facts = { title, message, severity, site_id, device_id };
      const alert = { ...facts, effect_id, rule_id, event_id, causation };
      return { success: true, output: { alert_id: await raising.raise(principal, alert) } };
    },
  }),
);

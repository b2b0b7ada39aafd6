import { type Public, type Token, token } from '@patchbay/kernel/di';
import type { Alerts } from './services/alerts.ts';
import type { AlertRaising } from './services/raise-alert.ts';
import type { AlertTrimming } from './services/trim-alerts.ts';

export const ALERTS: Token<Public<Alerts>> = token('alerts.alerts');
export const ALERT_RAISING: Token<Public<AlertRaising>> = token('alerts.raising');
export const ALERT_TRIMMING: Token<Public<AlertTrimming>> = token('alerts.trimming');

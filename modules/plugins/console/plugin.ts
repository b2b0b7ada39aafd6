import type { ReplyOf } from '@patchbay/console-kit';

export type Plugin = ReplyOf<'GET', '/plugins/{plugin_id}'>;

import type { ReplyOf } from '@patchbay/console-kit';

export type ChangeSet = ReplyOf<'GET', '/change-sets/{set_id}'>;

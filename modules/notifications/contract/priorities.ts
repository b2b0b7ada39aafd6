import type { EventPriority } from '@patchbay/kernel/events';

export type Priority = EventPriority;

/** From least to most urgent; `critical` passes quiet hours and digests. */
export const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const satisfies readonly Priority[];

/** A number that orders priorities. */
export const levelOf = (priority: Priority): number => PRIORITIES.indexOf(priority);

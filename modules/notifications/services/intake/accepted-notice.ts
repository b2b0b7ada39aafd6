import { newId } from '@patchbay/kernel/schema';
import type { Priority } from '../../contract/priorities.ts';
import type { NoticeInput } from '../../contract.ts';
import { bodyText, cutUnits, titleText } from '../delivery/plain-text.ts';
import type { Wanted } from '../preferences/receiver.ts';

/** A notice with its receivers. */
export interface AcceptedNotice {
  readonly id: string;
  readonly effect_id: string;
  readonly title: string;
  readonly body: string;
  readonly category: string;
  readonly priority: Priority;
  readonly subject: string;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly occurred_at: string;
  readonly wanted: readonly Wanted[];
}

const MAX_CATEGORY = 64;
const MAX_SUBJECT = 300;
const UNTITLED = 'Notification';

/** The notice as it is kept: cut to its limits and without what no channel can carry. */
export function noticeOf(
  {
    effect_id,
    title,
    body,
    category = 'general',
    priority = 'normal',
    subject,
    event_id = null,
  }: NoticeInput,
  about: Pick<AcceptedNotice, 'event_type' | 'occurred_at' | 'wanted'>,
): AcceptedNotice {
  const shown = titleText(title) || UNTITLED;
  return {
    id: newId(),
    effect_id,
    title: shown,
    body: bodyText(body),
    category: cutUnits(titleText(category), MAX_CATEGORY),
    priority,
    subject: cutUnits(titleText(subject ?? `${category}: ${shown}`), MAX_SUBJECT),
    event_id,
    ...about,
  };
}

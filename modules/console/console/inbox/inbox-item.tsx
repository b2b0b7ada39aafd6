import {
  Badge,
  Button,
  Countdown,
  PageLink,
  Row,
  SiteLink,
  Stack,
  Time,
  useTexts,
} from '@patchbay/console-kit';
import { useEffect, useRef } from 'react';
import type { QueuedRow } from '../queues/merge.ts';
import styles from './inbox.module.css';
import { texts } from './texts.ts';

export interface InboxItemProps {
  readonly row: QueuedRow;
  readonly isChosen: boolean;
  /** True: the keyboard chose it, so the focus follows. */
  readonly takesFocus: boolean;
  readonly isBusy: boolean;
  choose(): void;
  act(key: 'approve' | 'dismiss'): void;
}

export function InboxItem({ row, isChosen, takesFocus, isBusy, choose, act }: InboxItemProps) {
  const t = useTexts(texts);
  const item = useRef<HTMLLIElement>(null);
  const { kind, title, detail, site_id = null, at, until = null, href, search, actions, state } = row;
  useEffect(() => {
    if (!takesFocus) return;
    item.current?.querySelector('a')?.focus();
    item.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <li
      ref={item}
      className={styles['item']}
      data-chosen={isChosen ? '' : undefined}
      aria-current={isChosen ? 'true' : undefined}
      onFocus={choose}
    >
      <Stack gap="small">
        <Row>
          <Badge kind={state === 'failed' ? 'bad' : until === null ? 'accent' : 'warning'}>{kind}</Badge>
          <strong>
            <PageLink to={href} {...(search === undefined ? {} : { search })}>
              {title}
            </PageLink>
          </strong>
        </Row>
        {detail ? <p className={styles['detail']}>{detail}</p> : null}
        <Row>
          {until === null ? null : (
            <strong>
              {t.decides_itself} <Countdown until={until} />
            </strong>
          )}
          <span className="muted">
            <Time at={at} />
          </span>
          {site_id === null ? null : <SiteLink site_id={site_id} />}
        </Row>
      </Stack>
      <Row>
        {actions.map(({ key, label, isDangerous = false }) => (
          <Button
            key={key}
            variant={isDangerous ? 'danger' : 'plain'}
            isDisabled={isBusy}
            onPress={() => act(key)}
            aria-label={`${label}: ${title}`}
          >
            {label}
          </Button>
        ))}
      </Row>
    </li>
  );
}

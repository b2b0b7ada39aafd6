import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Page } from '../layout/page.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

export interface WaitingForProps<T> {
  readonly read: UseQueryResult<T>;
  /** Heading of a whole page while there is nothing to name it by. */
  readonly title?: string;
  children(data: T): ReactNode;
}

/** Shows what was read; before that a placeholder, and the error where there was one. */
export function WaitingFor<T>({ read, title, children }: WaitingForProps<T>) {
  if (read.data !== undefined) return <>{children(read.data)}</>;
  const waiting =
    read.error === null ? <Loading /> : <ErrorNotice error={read.error} retry={() => void read.refetch()} />;
  return title === undefined ? waiting : <Page title={title}>{waiting}</Page>;
}

export interface WaitingPageProps<T> extends WaitingForProps<T> {
  /** Heading while nothing is there to name the page: the kind of thing. */
  readonly title: string;
}

/** The same for a whole page, which has its heading from the beginning, and keeps it where there was an error. */
export function WaitingPage<T>({ title, read, children }: WaitingPageProps<T>) {
  if (read.data !== undefined) return <>{children(read.data)}</>;
  return (
    <Page title={title}>
      <WaitingFor read={read}>{children}</WaitingFor>
    </Page>
  );
}

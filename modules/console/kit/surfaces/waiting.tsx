import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { DeclaredTitle, Page } from '../layout/page.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

export interface WaitingForProps<T> {
  readonly read: UseQueryResult<T>;
  children(data: T): ReactNode;
}

/** Shows what was read; before that a placeholder, and the error where there was one. A whole page keeps a heading. */
export function WaitingFor<T>({ read, children }: WaitingForProps<T>) {
  const title = useContext(DeclaredTitle);
  if (read.data !== undefined) return <>{children(read.data)}</>;
  const waiting =
    read.error === null ? <Loading /> : <ErrorNotice error={read.error} retry={() => void read.refetch()} />;
  return title === null ? waiting : <Page title={title}>{waiting}</Page>;
}

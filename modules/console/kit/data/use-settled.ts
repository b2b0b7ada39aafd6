import { useEffect, useState } from 'react';

/** A value once it has not changed for a while, as after typing. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(value), afterMs);
    return () => window.clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}

/** A time as mails say it: to the minute, in UTC. */
export const minuteOf = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

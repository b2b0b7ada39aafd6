/** What a console command gives back, before it becomes an HTTP answer. */
export interface CommandResult {
  readonly body: unknown;
  /** Time on the lab clock before the answer leaves. */
  readonly after_ms?: number;
  /** What the router does once it has answered. */
  readonly afterwards?: () => void;
}

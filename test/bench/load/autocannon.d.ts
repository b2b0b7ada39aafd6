/** What this bench uses of autocannon, which brings no types. */
declare module 'autocannon' {
  interface Request {
    body?: string;
  }
  interface Options {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly { readonly setupRequest: (request: Request) => Request }[];
  }
  export default function autocannon(options: Options): Promise<object>;
}

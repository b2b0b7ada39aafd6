import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/** A bare `ws` server that sends one text to everybody each time it is told to. */
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });

process.on('message', ({ text }: { readonly text: string }) => {
  for (const client of sockets.clients) client.send(text);
});
process.on('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});

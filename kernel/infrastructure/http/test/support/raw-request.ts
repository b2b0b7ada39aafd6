import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends these bytes over a connection of their own; answers what came back until it was closed. */
export const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
};

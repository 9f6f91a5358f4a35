import { once } from 'node:events';
import { chanceryHttp } from '@chancery/adapters-http';
import express from 'express';
import { dataDirectory, openInstallation } from './installation.ts';

// Somebody's own Express app, with Chancery beside their routes.
const port = Number(process.env.PORT ?? 3000);
const baseUrl = `http://127.0.0.1:${port}`;
const { chancery, health, log, configuration, worker, maintenance, close } = await openInstallation(
  dataDirectory,
  baseUrl,
);
await worker.start();
maintenance.start();

const app = express();
app.get('/', (_request, response) => void response.type('text').send('The practice of Ada Lovelace\n'));
// Mount it before body parsers, because Chancery reads bodies itself. Requests for other paths go on to the next route.
app.use(chanceryHttp({ chancery, health, log, baseUrl, webUrl: configuration.webUrl }).handler);
app.use(express.json());
app.post('/contact', (request, response) => void response.status(202).json({ thanks: request.body.name }));

const server = app.listen(port, '127.0.0.1');
await once(server, 'listening');
console.log(`The app listens on ${baseUrl}`);

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
health.drain();
server.close();
server.closeIdleConnections();
await once(server, 'close');
await Promise.all([worker.stop(), maintenance.stop()]);
await close();
// Express and its libraries may keep the process alive; everything of ours is closed.
process.exit();

// `npm run dev` serves the client of the administration as its sources are, renewed as they change, before a service that runs:
// `npm start`, or the one of KALENDS_DEV_SERVICE; at port 8081, or KALENDS_DEV_PORT.
import { clientSettings } from './administration.ts';

const SERVICE = process.env['KALENDS_DEV_SERVICE'] ?? 'http://127.0.0.1:8080';
const PORT = Number(process.env['KALENDS_DEV_PORT'] ?? 8081);

const { createServer } = await import('vite');
const { plugins, ...settings } = clientSettings();
const server = await createServer({
  ...settings,
  base: '/admin-client/',
  plugins: [
    ...plugins,
    {
      name: 'kalends-document',
      configureServer({ middlewares }) {
        middlewares.use(async (request, response, next) => {
          const { url = '/' } = request;
          if (!/^\/admin(?:\/|\?|$)/.test(url)) return next();
          const answer = await fetch(SERVICE + url, {
            headers: { 'Accept-Language': request.headers['accept-language'] ?? '' },
          });
          const document = (await answer.text())
            .replace(/<link rel="(?:stylesheet|modulepreload)" href="\/assets\/admin-[^>]*>/g, '')
            .replace(
              /<script type="module" src="[^"]*">/,
              '<script type="module" src="/admin-client/@vite/client"></script><script type="module" src="/admin-client/main.tsx">',
            );
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(document);
        });
      },
    },
  ],
  server: {
    port: PORT,
    strictPort: true,
    proxy: { '^/(?!admin(?:/|\\?|$)|admin-client/|@)': { target: SERVICE, changeOrigin: false } },
  },
});
await server.listen();
server.printUrls();
process.stdout.write(`The administration: http://localhost:${PORT}/admin, before ${SERVICE}\n`);

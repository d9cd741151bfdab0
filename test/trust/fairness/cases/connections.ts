import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../../schemas/limits.ts';
import { authorizationUrl } from '../../../support/authorization.ts';
import { form } from '../../../support/forms.ts';
import { csvForm } from '../../../support/imports.ts';
import { inStorage } from '../../../support/storage.ts';
import type { Case } from '../case.ts';
import type { Hostile } from '../hostile.ts';
import { RawConnection } from '../../sockets.ts';
import { times } from './pit.ts';

const imports: Case = {
  name: 'imports',
  does: 'imports six tables of 4 MiB at once, again and again',
  attacks: [
    async ({ member, keep }) => {
      const rows = `Title,amount,note\n${times(100_000, (number) => `Row ${number},${number},crane ${number}\n`).join('')}`;
      await keep(6, async (number) => {
        const sent = new Response(csvForm(rows, { name: `Rows ${number}` }));
        const body = Buffer.from(await sent.arrayBuffer());
        const headers = { 'content-type': sent.headers.get('content-type')! };
        return member.send({ method: 'POST', path: '/api/workspace/channels/general/data-sets/import', headers, body });
      });
    },
  ],
};

const headers: Case<string> = {
  name: 'headers',
  does: 'adds rows to a Data Set from files of 49 MiB that begin with blank lines, or with a header of millions of cells; looks at a file of quotes before',
  slower: 3,
  async prepare({ member }) {
    const fields = [{ key: 'a', type: 'text' }];
    const { dataSet } = await member.done('POST /channels/general/data-sets', { name: 'Rows', fields });
    return dataSet.objectTypeId;
  },
  attacks: [
    async ({ member, keep }, objectTypeId) => {
      const bytes = 49 * 1024 * 1024;
      const files = ['\n'.repeat(bytes), '"\n",'.repeat(bytes / 4)];
      const sent = await Promise.all(
        files.map(async (file) => {
          const form = new Response(csvForm(`${file}a\n1\n`));
          return { body: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! };
        }),
      );
      await keep(1, (number) => {
        const { body, type } = sent[number % sent.length]!;
        const path = `/api/workspace/channels/general/data-sets/${objectTypeId}/import`;
        return member.send({ method: 'POST', path, headers: { 'content-type': type }, body });
      });
    },
    async ({ member, keep }) => {
      const form = new Response(csvForm(`a,b\n${'"'.repeat(3 * 1024 * 1024)}\n`));
      const [body, type] = [Buffer.from(await form.arrayBuffer()), form.headers.get('content-type')!];
      const path = '/api/workspace/channels/general/data-sets/preview-import';
      await keep(1, () => member.send({ method: 'POST', path, headers: { 'content-type': type }, body }));
    },
  ],
};

/** No client sends a `state` of this many characters. */
const longState = 's'.repeat(14_000);

const authorizations: Case = {
  name: 'authorizations',
  does: 'asks for authorization again and again with as long a state as an address may have, when many such requests have run out',
  async prepare({ dataFolder, long }) {
    const payload = JSON.stringify({ params: { state: longState } });
    const row = { kind: 'Interaction', payload, client_id: null, grant_id: null, session_uid: null, consumed_at: null };
    await inStorage(dataFolder, async (tx) => {
      for (const number of times(long ? 20_000 : 5_000, (each) => each)) {
        await tx
          .insertInto('authorizations')
          .values({ ...row, id: `old-${number}`, expires_at: 1 })
          .execute();
      }
    });
    return undefined;
  },
  attacks: [
    (hostile) =>
      hostile.keep(8, async () => {
        const { pathname, search } = new URL(authorizationUrl(hostile.url, hostile.clientId, { state: longState }));
        const answer = await hostile.anonymous.send({ method: 'GET', path: `${pathname}${search}` });
        if (answer?.status === 303 && !answer.headers.location!.includes('error=invalid_request'))
          hostile.count('kept');
      }),
  ],
  broken: ({ got }) =>
    got.kept ? [`${got.kept} requests with a state of ${longState.length} characters were kept`] : [],
};

/** Begins a request at the neighbours' own address, and sends its body byte by byte. */
async function trickle(hostile: Hostile, request: string, type: string, begin: string): Promise<void> {
  const { url, over, memberToken } = hostile;
  const fields = [
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${memberToken}`,
    `Content-Type: ${type}`,
    'Content-Length: 1000000',
  ];
  const connection = await RawConnection.to(url);
  connection.send(`${request} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${begin}`);
  while (!over.aborted) {
    await sleep(200);
    connection.send(' ');
  }
  hostile.count(String(connection.statuses[0] ?? 'still sending'));
  connection.cut();
}

const boundary = 'slow';
const fileBegun = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n`;

const slow: Case = {
  name: 'slow',
  does: 'begins sixty uploads and three hundred documents at the address of the others, and sends a byte of each now and then',
  attacks: [
    async (hostile) => {
      const type = `multipart/form-data; boundary=${boundary}`;
      await Promise.all(times(60, () => trickle(hostile, 'POST /api/workspace/files', type, fileBegun)));
    },
    async (hostile) => {
      await Promise.all(times(300, () => trickle(hostile, 'POST /api/workspace/artifacts', 'application/json', '{')));
    },
  ],
};

const bursts: Case = {
  name: 'bursts',
  does: 'sends forty bodies of a mebibyte of keys, whose last bytes come at the same moment',
  attacks: [
    async (hostile) => {
      const keys = (first: number) => times(990, (number) => `"${first + number}-${'k'.repeat(8)}":1`).join(',');
      const filters = times(49, (number) => `{${keys(1_000 * number)}}`).join(',');
      const body = `{"mode":"deterministic","filters":[${filters}]}`;
      const fields = [
        'POST /api/workspace/queries HTTP/1.1',
        `Host: ${new URL(hostile.url).host}`,
        `Authorization: Bearer ${hostile.memberToken}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      const request = `${fields.join('\r\n')}\r\n\r\n${body}`;
      await hostile.keep(1, async () => {
        const connections = await Promise.all(times(40, () => RawConnection.to(hostile.url)));
        for (const connection of connections) connection.send(request.slice(0, -1));
        await sleep(500);
        for (const connection of connections) connection.send(request.slice(-1));
        for (const connection of connections) {
          const [status] = (await connection.closed(10)) ?? [];
          hostile.count(String(status ?? 'gone before an answer'));
          connection.cut();
        }
      });
    },
  ],
  broken: ({ got }) => (got['400'] ? [] : ['no body was read']),
};

const layouts: Case = {
  name: 'layouts',
  does: 'sends thousands of requests at once over a connection, and bodies in chunks of one byte, over sixteen connections',
  attacks: [
    async (hostile) => {
      const host = `Host: ${new URL(hostile.url).host}`;
      const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
      const head = (line: string, ...fields: string[]) => `${[`${line} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n`;
      const crumbs = '1\r\n \r\n'.repeat(100_000);
      const sent = [
        head('GET /health', host).repeat(2_000),
        head('GET /', 'Host: a').repeat(2_300),
        head('GET /api/workspace/me', host, `Authorization: Bearer ${hostile.memberToken}`).repeat(700),
        head('POST /nothing', host, ...chunked) + crumbs,
        head('POST /api/workspace/sessions', host, `Authorization: Bearer ${hostile.memberToken}`, ...chunked) + crumbs,
      ];
      await hostile.keep(16, async (number) => {
        const connection = await RawConnection.to(hostile.url);
        connection.send(sent[number % sent.length]!);
        const statuses = await connection.closed(1);
        hostile.count(statuses ? 'hung up on' : 'still there');
        connection.cut();
        await sleep(200);
      });
    },
  ],
};

const crowds: Case = {
  name: 'crowds',
  does: 'sends forty requests at once from each of 64 addresses, and over a hundred new connections a quarter of a second that it cuts',
  attacks: [
    async (hostile) => {
      const requests = `GET /x HTTP/1.1\r\nHost: ${new URL(hostile.url).host}\r\n\r\n`.repeat(40);
      await hostile.keep(64, async (number) => {
        const connection = await RawConnection.to(hostile.url, `127.0.1.${1 + (number % 64)}`);
        connection.send(requests);
        await sleep(300);
        hostile.count(connection.statuses.includes(404) ? 'answered' : 'not answered');
        connection.cut();
      });
    },
    async (hostile) => {
      const requests = `GET /x HTTP/1.1\r\nHost: ${new URL(hostile.url).host}\r\n\r\n`.repeat(42);
      await hostile.keep(100, async () => {
        const connection = await RawConnection.to(hostile.url);
        connection.send(requests);
        await sleep(500);
        connection.cut();
        hostile.count('cut');
      });
    },
  ],
};

const networks: Case = {
  name: 'networks',
  does: 'asks for tokens over 200 connections, each request from an address that was never there before',
  attacks: [
    async (hostile) => {
      const form = 'grant_type=refresh_token&refresh_token=none&client_id=nobody';
      const head = [
        'POST /oauth/token HTTP/1.1',
        `Host: ${new URL(hostile.url).host}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${form.length}`,
        'Connection: close',
      ];
      await hostile.keep(200, async (number) => {
        const address = `127.${2 + (number >> 14)}.${(number >> 7) & 127}.${1 + (number & 127)}`;
        const connection = await RawConnection.to(hostile.url, address);
        const statuses = await connection.send(`${head.join('\r\n')}\r\n\r\n${form}`).closed(5);
        hostile.count(String(statuses?.[0] ?? 'no answer'));
      });
    },
  ],
};

const anonymous: Case = {
  name: 'anonymous',
  does: 'without a token: forms as long as may be, tokens that are none, passwords, documents, bodies and paths of any kind',
  attacks: [
    async ({ anonymous: nobody, clientId, keep }) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const long = 'a='.repeat(limits.tokenRequestBytes / 2 - 100);
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const jwt = `${part({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k' })}.${part({ iss: 'https://a.test', x: 'x'.repeat(8_000) })}.AA`;
      const post = (path: string, headers: Record<string, string>, body: string | Buffer) => ({
        method: 'POST',
        path,
        headers,
        body: Buffer.from(body),
      });
      const json = { 'content-type': 'application/json' };
      const uris = times(limits.redirectUris, (number) => `https://app.test/${number}/${'p'.repeat(1_900)}`);
      const requests = [
        post('/oauth/token', form, `grant_type=refresh_token&client_id=${clientId}&refresh_token=${long}`),
        post(
          '/oauth/token',
          form,
          `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&subject_token=${jwt}`,
        ),
        post('/oauth/revoke', form, `client_id=${clientId}&token=${long}`),
        post('/oauth/register', json, JSON.stringify({ client_name: 'App', redirect_uris: uris })),
        post('/mcp', json, '['.repeat(1_000_000)),
        post('/api/workspace/artifacts', json, Buffer.alloc(4_000_000, '[')),
        post(
          '/api/workspace/files',
          { 'content-type': 'multipart/form-data; boundary=b' },
          Buffer.alloc(4_000_000, '-'),
        ),
        { method: 'GET', path: '/openapi.json' },
        { method: 'GET', path: '/docs' },
        { method: 'GET', path: '/.well-known/oauth-authorization-server' },
        { method: 'GET', path: '/oauth/jwks' },
        { method: 'GET', path: `/${'a/'.repeat(7_000)}` },
        { method: 'GET', path: '/api/workspace/me', headers: bearer(jwt) },
        {
          method: 'GET',
          path: `/api/workspace/search?q=${'%F0%9F%98%80'.repeat(1_000)}`,
          headers: bearer('a'.repeat(12_000)),
        },
        { method: 'OPTIONS', path: '/mcp', headers: { origin: 'https://evil.test' } },
      ];
      await keep(16, (number) => nobody.send(requests[number % requests.length]!));
    },
  ],
};

/** As many as one user may have under way. */
const downloadsAtOnce = limits.concurrentRequests * limits.subjectShare - 10;

const downloads: Case<string> = {
  name: 'downloads',
  does: `reads a file over ${downloadsAtOnce} connections at once, again and again`,
  async prepare({ member }) {
    const file = new Blob([Buffer.alloc(2_000_000, 'a')]);
    return (await member.done('POST /files', form(['file', file, 'long.bin']))).file.id;
  },
  attacks: [({ member, keep }, fileId) => keep(downloadsAtOnce, () => member.api(`GET /files/${fileId}/content`))],
};

export const ofConnections = [
  downloads,
  imports,
  headers,
  authorizations,
  slow,
  bursts,
  layouts,
  crowds,
  networks,
  anonymous,
];

// node sdk.mjs URL|JAR v1|legacy|auto|2026-07-28 [CONVERSATION]
// An official SDK client does the day's work. `v1` is @modelcontextprotocol/sdk, the others are the version negotiation
// modes of @modelcontextprotocol/client. With a conversation the sandbox is never named. A JAR is the STDIO side, given its URL in
// the environment variable URL.
import * as v2 from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioTransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { day } from './day.mjs';

const [url, mode, conversation] = process.argv.slice(2);
const options = conversation ? { requestInit: { headers: { 'X-Conversation-Id': conversation } } } : {};
const stdio = url.endsWith('.jar');
const program = { command: 'java', args: ['-jar', url, process.env.URL], stderr: 'inherit' };
const who = { name: `sandgate-test-${mode}`, version: '1' };

let client;
if (mode === 'v1') {
    client = new ClientV1(who);
    await client.connect(stdio ? new StdioTransportV1(program) : new TransportV1(new URL(url), options));
} else {
    client = new v2.Client(who, { versionNegotiation: { mode: mode === 'legacy' || mode === 'auto' ? mode : { pin: mode } } });
    await client.connect(stdio ? new StdioTransportV2(program) : new v2.StreamableHTTPClientTransport(new URL(url), options));
}

const era = client.getProtocolEra?.() ?? 'legacy';
const expected = mode === 'v1' || mode === 'legacy' ? 'legacy' : 'modern';
if (era !== expected) throw new Error(`negotiated the ${era} era`);

const { tools } = await client.listTools();
const explicit = !conversation && era === 'modern';
await day(tools.map((tool) => tool.name), (name, args) => client.callTool({ name, arguments: args }), explicit);
await client.transport.terminateSession?.(); // legacy: DELETE of the session
await client.close();
console.log(`${mode}: ${tools.length} tools, the day's work done in the ${era} era`);

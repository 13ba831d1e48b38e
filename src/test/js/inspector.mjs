// node inspector.mjs URL legacy|modern CONVERSATION
// The Inspector's command line does the day's work: one process a call, so that only the conversation links the calls.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { day } from './day.mjs';

const [url, era, conversation] = process.argv.slice(2);
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const { default: { bin } } = await import(manifest, { with: { type: 'json' } });
const inspector = join(dirname(manifest), bin['mcp-inspector']);

async function inspect(...args) {
    const all = [
        inspector, '--cli', url, '--transport', 'http', '--protocol-era', era,
        '--header', `X-Conversation-Id: ${conversation}`, '--format', 'json', '-q', ...args,
    ];
    const env = { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory' };
    try {
        const { stdout } = await promisify(execFile)(process.execPath, all, { env, timeout: 60_000 });
        return JSON.parse(stdout).result;
    } catch (failure) {
        if (failure.code === 5) return JSON.parse(failure.stdout).result; // the tool answered isError
        throw new Error(`${args.join(' ')}: exit ${failure.code}\n${failure.stdout}\n${failure.stderr}`);
    }
}

const { tools } = await inspect('--method', 'tools/list', '--strict');
const call = (name, args) => inspect('--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args));
await day(tools.map((tool) => tool.name), call, false);
console.log(`inspector: ${tools.length} tools, strict, the day's work done in the ${era} era`);

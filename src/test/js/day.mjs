// The day's work of an agent, told once for every client: list the tools, create a sandbox, write a file, run python that
// reads it, read what python wrote, move a picture in and out, follow a task, kill
// the sandbox. `call` is how the client at hand calls a tool.

export const NEEDED = [
    'create_sandbox', 'download_file', 'file_exists', 'get_sandbox', 'kill_sandbox', 'list_files', 'list_sandboxes', 'make_directory',
    'read_file', 'remove_file', 'run_code', 'run_command', 'set_sandbox_timeout', 'upload_file', 'write_file',
    'start_task', 'get_task', 'cancel_task',
];

const PYTHON = `
words = open("in.txt", encoding="utf-8").read().split()
open("out.txt", "w", encoding="utf-8").write(" ".join(reversed(words)))
print(len(words), "words")
`;

/** Whether the sandbox is named in each call or meant by the session or conversation. */
export async function day(names, call, explicit) {
    const missing = NEEDED.filter((name) => !names.includes(name));
    if (missing.length > 0) throw new Error(`tools/list lacks ${missing}`);

    const created = succeeded('create_sandbox', await call('create_sandbox', { timeout: 120 }));
    const sandbox = { sandbox_id: created.sandbox_id };
    expect(created.status === 'running', `a new sandbox is ${created.status}`);
    const where = explicit ? sandbox : {};

    const prolonged = same(sandbox, succeeded('set_sandbox_timeout', await call('set_sandbox_timeout', { ...where, timeout: 600 })));
    expect(prolonged.success === true && prolonged.timeout === 600, `timeout: ${JSON.stringify(prolonged)}`);
    const written = await call('write_file', { ...where, path: 'in.txt', content: 'ünïcode reads file the' });
    same(sandbox, succeeded('write_file', written));
    const ran = same(sandbox, succeeded('run_code', await call('run_code', { ...where, code: PYTHON, language: 'python' })));
    expect(ran.stdout === '4 words\n' && ran.exit_code === 0, `python said ${JSON.stringify(ran)}`);
    const read = same(sandbox, succeeded('read_file', await call('read_file', { ...where, path: 'out.txt' })));
    expect(read.content === 'the file reads ünïcode', `read back ${JSON.stringify(read)}`);

    const use = async (tool, args) => same(sandbox, succeeded(tool, await call(tool, { ...where, ...args })));
    await use('make_directory', { path: 'pictures' });
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);
    const sent = await use('upload_file', { path: 'pictures/a.png', content_base64: bytes.toString('base64') });
    const got = await use('download_file', { path: 'pictures/a.png' });
    expect(Buffer.from(got.content_base64, 'base64').equals(bytes), `downloaded ${got.content_base64}`);
    expect(got.sha256 === sent.sha256 && got.mime_type === 'image/png' && got.eof, `downloaded ${JSON.stringify(got)}`);
    await use('remove_file', { path: 'pictures' });
    expect((await use('file_exists', { path: 'pictures/a.png' })).exists === false, 'a removed file is still there');
    const task = await use('start_task', { command: 'until [ -e go ]; do sleep 0.05; done; echo went; exit 7' });
    const asked = async (args) => same(sandbox, succeeded('get_task', await call('get_task', { task_id: task.task_id, ...args })));
    expect((await asked({})).exit_code === null, 'a running task has an exit code');
    await use('run_command', { command: 'touch go' });
    const first = await asked({ wait: 20 });
    expect(first.output === 'went\n', `the task said ${JSON.stringify(first)}`);
    let last = first;
    while (last.status === 'running') last = await asked({ wait: 20, cursor: first.next_cursor });
    expect(last.exit_code === 7 && last.status === 'exited', `the task ended as ${JSON.stringify(last)}`);
    const endless = await use('start_task', { command: 'sleep 600' });
    const cancelled = succeeded('cancel_task', await call('cancel_task', { task_id: endless.task_id }));
    expect(cancelled.status === 'cancelled', `cancelled: ${JSON.stringify(cancelled)}`);
    const entries = await use('list_files', {});
    expect(entries.files.some((file) => file.name === 'go'), `listed ${JSON.stringify(entries)}`);

    const listed = succeeded('list_sandboxes', await call('list_sandboxes', {}));
    expect(listed.sandboxes.some((one) => one.sandbox_id === created.sandbox_id), 'the sandbox is not listed');

    same(sandbox, succeeded('kill_sandbox', await call('kill_sandbox', where)));
    const gone = await call('get_sandbox', sandbox);
    expect(gone.isError === true, 'a killed sandbox is still there');
    expect(JSON.parse(gone.content[0].text).error.category === 'not_found', `killed: ${gone.content[0].text}`);
}

/** Checks that the first text block repeats the structured content and only links to files follow, and returns the former. */
function succeeded(tool, result) {
    expect(!result.isError, `${tool} failed: ${JSON.stringify(result.content)}`);
    const [first, ...others] = result.content ?? [];
    expect(first?.type === 'text', `${tool} does not begin with a text block`);
    expect(others.every((block) => block.type === 'resource_link'), `${tool} has other blocks than links`);
    const text = JSON.stringify(sorted(JSON.parse(first.text)));
    expect(text === JSON.stringify(sorted(result.structuredContent)), `${tool}: text and structuredContent differ`);
    return result.structuredContent;
}

function same(sandbox, result) {
    expect(result.sandbox_id === sandbox.sandbox_id, `sandbox ${result.sandbox_id} is not ${sandbox.sandbox_id}`);
    return result;
}

function sorted(value) {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function expect(truth, otherwise) {
    if (!truth) throw new Error(otherwise);
}

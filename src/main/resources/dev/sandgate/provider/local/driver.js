/*
 * Sandgate's JavaScript and TypeScript kernel: runs code as scripts of one lasting global scope, inside the sandbox.
 *
 * Requests come on fd 0, answers go to fd 3: u32 big-endian length + JSON. Node cannot dup, so the request pipe is opened anew
 * and /dev/null takes its number; node itself makes inherited descriptors close-on-exec. SIGINT stops a running script or
 * rejects what a cell awaits, and is ignored otherwise; a loop that never ends *after* an await is beyond its reach (the
 * supervisor kills then). A script is stopped between any two instructions, inside of our functions and node's too: what they
 * keep must be right at every moment.
 *
 * A cell is a script, so its completion value is the result, and a promise is awaited. To let a later cell declare a name
 * again, top-level let and const become var and a class becomes a variable; the price is that assigning to a const is no
 * error. A cell with top-level await or import declarations becomes the body of an async function whose variables are linked
 * to the global object.
 *
 * One file, although a long one: each further file would have to be found and compiled at every start.
 */
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const util = require('util');
const vm = require('vm');
const { createRequire } = require('module');
const { Console } = require('console');
const { Readable, Writable } = require('stream');

const TEXT_LIMIT = 1 << 20; // characters of one textual value in an answer
const IMAGE_LIMIT = 4 << 20;
const TOTAL_LIMIT = 8 << 20;
const RESULT_LIMIT = 256;
const REQUEST_LIMIT = 64 << 20;
const NAME_LIMIT = 1 << 10;
const VALUE_LIMIT = 64 << 10;
const TRACE_LIMIT = 256 << 10;
const SIGNAL_POLL = 50; // ms
const NOTING_LIMIT = 500; // ms
const NAME_TRIES = 500; // names of one cell that are tried as its variables

const { stringify, parse } = JSON;
const INTERRUPTED = { name: 'KeyboardInterrupt', value: 'interrupted', traceback: 'KeyboardInterrupt: interrupted' };
const interruption = Symbol('interruption');

// --- splitting source into tokens, just well enough to see its top level

const KEYWORDS_BEFORE_VALUE = new Set(('return typeof instanceof in of new delete void throw case do else yield await default'
    + ' extends if while for with switch const let var import export').split(' '));
const HEADS = new Set(['if', 'for', 'while', 'with']);
const CONTINUES = new Set(['in', 'instanceof', 'of', 'else', 'catch', 'finally', 'as', 'from', 'while']);

/** [{at, end, text, kind, depth, line (a line break before it), head (closes the parenthesis of if, for, …)}] */
function tokens(code) {
    const pattern = /\s+|\/\/.*|\/\*[^]*?\*\/|#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*|\.?\d[\w.]*|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`|=>|\+\+|--|\.\.\.|[^]/uy;
    const regex = /\/(?:[^\/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy;
    const text = /(?:[^`\\$]|\\[^]|\$(?!\{))*(?:`|\$\{)?/uy;
    const found = [];
    const open = [];
    let at = 0;
    let line = false;
    const template = () => {
        text.lastIndex = at;
        at = (text.exec(code), text.lastIndex || code.length);
        return code.slice(at - 2, at) === '${' && code[at - 3] !== '\\';
    };
    while (at < code.length) {
        const before = found[found.length - 1];
        pattern.lastIndex = at;
        const token = pattern.exec(code)[0];
        const start = at;
        at += token.length;
        if (/^\s/.test(token) || token.startsWith('//') || token.startsWith('/*') || (start === 0 && token === '#'
            && code.startsWith('#!'))) {
            line = line || token.includes('\n');
            continue;
        }
        let kind = /^[#\p{ID_Start}$_]/u.test(token) ? 'word' : /^["']/.test(token) ? 'value' : /^\.?\d/.test(token) ? 'value' : token;
        let head = false;
        let depth = open.length;
        if (token === '/' && !(before && endsValue(before))) {
            regex.lastIndex = start;
            if (regex.test(code)) {
                at = regex.lastIndex;
                kind = 'value';
            }
        } else if (token === '`') {
            if (template()) {
                open.push({ kind: '`' });
            }
            kind = 'value';
        } else if (token === '(' || token === '[' || token === '{') {
            open.push({ kind: token, head: token === '(' && before && before.kind === 'word' && HEADS.has(before.text) });
        } else if (token === ')' || token === ']' || token === '}') {
            const opened = open.pop();
            depth = open.length;
            head = Boolean(opened && opened.head);
            if (opened && opened.kind === '`') {
                if (template()) {
                    open.push({ kind: '`' });
                }
                kind = 'value';
            }
        }
        found.push({ at: start, end: at, text: code.slice(start, at), kind, depth, line, head });
        line = false;
    }
    return found;
}

/** Whether a value may end here, so that a slash divides and a line break may end a statement. */
function endsValue(token) {
    if (token.kind === 'word') {
        return !KEYWORDS_BEFORE_VALUE.has(token.text);
    }
    return token.kind === 'value' || token.kind === ']' || token.kind === '}' || token.kind === '++' || token.kind === '--'
        || (token.kind === ')' && !token.head);
}

function beginsStatement(all, index) {
    const before = all[index - 1];
    const token = all[index];
    if (!before || before.kind === ';') {
        return true;
    }
    if (CONTINUES.has(token.text) || !(token.kind === 'word' || token.kind === 'value' || token.kind === '{' || token.kind === '++')) {
        return false;
    }
    return token.text[0] !== '`' && endsValue(before) && (token.line || before.kind === '}' && token.kind === 'word');
}

const IMPORT = /import\s*(?:(?:([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*,?\s*)?(?:\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)|\{([^}]*)\})?\s*from\s*)?(["'])([^"'\n]+)\4(?:\s*(?:with|assert)\s*\{[^}]*\})?/uy;

function imported(code, at) {
    IMPORT.lastIndex = at;
    const match = IMPORT.exec(code);
    if (!match) {
        return null;
    }
    const [whole, one, all, some, , name] = match;
    const module = `await import(${stringify(name)})`;
    const parts = some === undefined ? [] : some.split(',').map(part => part.trim()).filter(Boolean)
        .map(part => part.replace(/\s+as\s+/, ': '));
    if (one !== undefined) {
        parts.unshift('default: ' + one);
    }
    const names = parts.length ? `{${parts.join(', ')}}` : null;
    let text = module;
    if (all !== undefined) {
        text = `var ${all} = ${module}` + (names ? `, ${names} = ${all}` : '');
    } else if (names) {
        text = `var ${names} = ${module}`;
    }
    return { end: at + whole.length, text: text + ';', names: [all, one, ...parts.map(part => part.split(':').pop().trim())] };
}

/** The same program with top-level declarations that may be repeated; where its last statement begins; names it may declare. */
function loosened(code) {
    const all = tokens(code);
    const names = new Set();
    let out = '';
    let copied = 0;
    let last = 0;
    let waits = false;
    let classBody = false;
    const put = (from, to, text) => {
        out += code.slice(copied, from) + text;
        copied = to;
    };
    for (let i = 0; i < all.length; i++) {
        const token = all[i];
        if (token.at < copied) {
            continue;
        }
        const before = all[i - 1];
        const next = all[i + 1];
        const begins = token.depth === 0 && (beginsStatement(all, i) || (before && before.text === 'export' && before.depth === 0));
        if (begins) {
            last = out.length + token.at - copied;
        }
        if (token.kind === 'word') {
            waits = waits || token.text === 'await';
            if (before && ['var', 'let', 'const', 'function', 'class', ',', '{', '[', ':', '...', '*'].includes(before.text)) {
                names.add(token.text);
            }
        }
        if (!begins || !next) {
            if (classBody && token.depth === 0 && token.kind === '}') {
                put(token.end, token.end, ';');
                classBody = false;
            }
            continue;
        }
        if (token.text === 'const' || token.text === 'let' && (next.kind === 'word' || next.kind === '[' || next.kind === '{')) {
            put(token.at, token.end, 'var');
        } else if (token.text === 'class' && next.kind === 'word') {
            put(token.at, token.at, `var ${next.text} = `);
            classBody = true;
        } else if (token.text === 'import' && next.kind !== '(' && next.kind !== '.') {
            const statement = imported(code, token.at);
            if (statement) {
                put(token.at, statement.end, statement.text);
                statement.names.forEach(name => name && names.add(name));
                waits = true;
            }
        } else if (token.text === 'export' && ['const', 'let', 'var', 'function', 'class', 'async'].includes(next.text)) {
            put(token.at, token.end, '');
        }
    }
    out += code.slice(copied);
    return { code: out, last, waits, names: [...names] };
}

// --- compiling

const dynamicImport = vm.constants && vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    || (name => import(/^\.{0,2}\//.test(name) ? path.resolve(name) : name));

function compile(code, filename, before = '') {
    return new vm.Script(before + code, { filename, columnOffset: -before.length, importModuleDynamically: dynamicImport });
}

function compiles(code) {
    try {
        return Boolean(new vm.Script(code, { filename: 'probe' }));
    } catch (error) {
        return false;
    }
}

/** The code as the body of an async function that returns its last expression and shares its variables. */
function waiting(cell, filename) {
    const open = '(async () => {';
    const close = '\n})()';
    const end = cell.code.slice(cell.last).replace(/[\s;]+$/, '');
    const returning = `${cell.code.slice(0, cell.last)};return (${end}\n)`;
    const declares = /^(\{|(async\s+)?function\b|class\b)/.test(end);
    const body = end && !declares && compiles(open + returning + close) ? returning : cell.code;
    const own = cell.names.slice(0, NAME_TRIES).filter(name =>
        compiles(`${open}let ${name};}`.slice(0, -1) + close) && !compiles(`${open}let ${name};${body}${close}`));
    const links = own.map(name => `Object.defineProperty(globalThis, '${name}', {configurable: true, enumerable: true, `
        + `get() { return ${name} }, set(value) { ${name} = value }});`).join('');
    return compile(body + close, filename, open + links);
}

function script(code, filename) {
    const trimmed = code.trim();
    if (trimmed.startsWith('{') && !trimmed.endsWith(';') && compiles(`(${code}\n)`)) {
        return compile(`${code}\n)`, filename, '('); // an object, not a block
    }
    let cell;
    try {
        cell = loosened(code);
    } catch (error) {
        return compile(code, filename);
    }
    // in a static block await is reserved, so that "await (x)" is not taken for a call of a function
    if (!cell.waits || compiles(cell.code) && compiles(`class X { static {${cell.code}\n}}`)) {
        return compiles(cell.code) ? compile(cell.code, filename) : compile(code, filename);
    }
    try {
        return waiting(cell, filename);
    } catch (error) {
        throw compiles(cell.code) ? error : better(error, code, filename);
    }
}

/** The user's own text explains a syntax error better than ours, unless it is our await that it would complain about. */
function better(error, code, filename) {
    try {
        compile(code, filename);
    } catch (original) {
        return /await|import/.test(original.message) ? error : original;
    }
    return error;
}

function stripped(code) {
    const strip = require('module').stripTypeScriptTypes;
    if (!strip) {
        return null;
    }
    try {
        return strip(code, { mode: 'strip' });
    } catch (error) {
        if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
            throw error;
        }
        return strip(code, { mode: 'transform' }); // enums, namespaces
    }
}

// --- showing

let results = [];
let left = TOTAL_LIMIT;

function note(text) {
    writeAll(2, `[sandgate] ${text}\n`);
}

function add(bundle) {
    if (results.length >= RESULT_LIMIT) {
        if (results.length === RESULT_LIMIT && left > 0) {
            left = 0;
            note(`only the first ${RESULT_LIMIT} results are returned`);
        }
        return;
    }
    const kept = {};
    for (const [mime, given] of Object.entries(bundle)) {
        let value = Buffer.isBuffer(given) || given instanceof Uint8Array ? Buffer.from(given).toString('base64') : given;
        if (value !== null && (typeof value === 'object' || /[\/+]json$/.test(mime))) {
            value = stringify(value);
        }
        if (typeof value !== 'string') {
            continue;
        }
        const limit = mime.startsWith('image/') ? IMAGE_LIMIT : TEXT_LIMIT;
        const size = value.length;
        if (mime === 'text/plain' && size > limit) {
            value = value.slice(0, limit) + `\n[... ${size} characters in all]`;
        }
        const cost = Buffer.byteLength(stringify(value)) + mime.length;
        if (size > limit && mime !== 'text/plain' || cost > left) {
            note(`${mime} of ${size} characters is too large to be returned`);
            continue;
        }
        left -= cost;
        kept[mime] = value;
    }
    if (Object.keys(kept).length) {
        results.push(kept);
    }
}

function isPlain(value) {
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

/** JSON text when that says all there is to say. */
function asJson(value) {
    try {
        return stringify(value, (key, part) => {
            const kind = typeof part;
            if (kind === 'function' || kind === 'symbol' || kind === 'undefined' || kind === 'number' && !isFinite(part)
                || kind === 'object' && part !== null && !isPlain(part)) {
                throw new TypeError('not JSON');
            }
            return part;
        });
    } catch (error) {
        return undefined;
    }
}

function isBundle(value) {
    const keys = Object.keys(value);
    return isPlain(value) && !Array.isArray(value) && keys.length > 0
        && keys.every(key => /^[a-z]+\/[\w.+-]+$/.test(key));
}

const SHOWN_AS = { $$html$$: 'text/html', $$svg$$: 'image/svg+xml', $$png$$: 'image/png', $$jpeg$$: 'image/jpeg' };

async function forms(value) {
    const bundle = {};
    const take = async act => {
        try {
            return await act();
        } catch (error) {
            note(`a result could not be shown: ${error && error.name}`);
            return undefined;
        }
    };
    if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
        const display = await take(() => value[Symbol.for('Jupyter.display')]);
        if (typeof display === 'function') {
            Object.assign(bundle, await take(() => display.call(value)));
        }
        Object.assign(bundle, await take(() => typeof value.$$mime$$ === 'object' ? value.$$mime$$ : null));
        for (const key of Object.keys(SHOWN_AS)) {
            const shown = await take(() => value[key]);
            if (shown !== undefined && shown !== null) {
                bundle[SHOWN_AS[key]] = shown;
            }
        }
        const html = await take(() => typeof value.toHtml === 'function' ? value.toHtml() : null);
        if (typeof html === 'string') {
            bundle['text/html'] = html;
        }
        if (typeof value === 'object' && isPlain(value) && !Object.keys(bundle).length) {
            const json = asJson(value);
            if (json !== undefined) {
                bundle['application/json'] = parse(json);
            }
        }
    }
    if (bundle['text/plain'] === undefined) {
        bundle['text/plain'] = await take(() => util.inspect(value, { depth: 4, maxArrayLength: 1000, maxStringLength: TEXT_LIMIT }))
            ?? '<a value that cannot be inspected>';
    }
    return bundle;
}

let displayed = [];

/** Adds a value, or a bundle of forms by mime type, to the results of this call. */
function display(value) {
    const bundle = value !== null && typeof value === 'object' && isBundle(value);
    const place = displayed.length;
    if (place > RESULT_LIMIT) {
        return; // one more than is returned, so that it is noted
    }
    displayed.push(bundle ? value : null);
    if (!bundle) {
        const made = forms(value).then(shown => { displayed[place] = shown; });
        displayed[place] = made;
    }
}

async function collect(values) {
    for (let i = 0; i < values.length; i++) {
        const shown = values[i];
        add(shown instanceof Promise ? (await shown, values[i]) : shown);
    }
}

// --- failing

function cut(text, limit) {
    return text.length <= limit ? text : `${text.slice(0, limit / 2)}\n[...]\n${text.slice(-limit / 2)}`;
}

/** The stack down to the last line of the user's. */
function trace(stack) {
    const lines = stack.split('\n');
    const ours = lines.findIndex(line => /^\s+at /.test(line) && (line.includes(__filename)
        || /node:(vm|internal\/vm|internal\/modules\/typescript)/.test(line) || /^\s+at (new Script|Script\.)/.test(line)));
    return (ours < 0 ? lines : lines.slice(0, ours)).join('\n');
}

function told(error) {
    if (error === interruption || error && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') {
        return INTERRUPTED;
    }
    try {
        const real = util.types.isNativeError(error) || error instanceof Error;
        const value = real ? String(error.message) : util.inspect(error);
        const name = real ? String(error.name) : 'Error';
        const stack = real && typeof error.stack === 'string' ? trace(error.stack) : `Uncaught ${value}`;
        return { name: cut(name, NAME_LIMIT), value: cut(value, VALUE_LIMIT), traceback: cut(stack, TRACE_LIMIT) };
    } catch (second) {
        return { name: 'Error', value: 'an error that cannot be told', traceback: '' };
    }
}

// --- running

/**
 * SIGINT while no script runs. With a listener of the process SIGINT would be deadly for a moment at the beginning and at the
 * end of each script: vm puts the listeners aside, and only then its own handler in place. So vm's handler, which takes note
 * of the signal when there is no script to stop, stays in place for good, and what it noted is looked up.
 */
class Signals {
    constructor() {
        this.vm = process.binding('contextify');
        const threads = fs.readdirSync('/proc/self/task');
        this.vm.startSigintWatchdog();
        this.noter = fs.readdirSync('/proc/self/task').find(one => !threads.includes(one));
        this.timer = null;
        // a listener of the user's must not take the handler's place; so it is never called
        for (const event of ['newListener', 'removeListener']) {
            for (const listener of process.listeners(event)) {
                if (/^(start|stop)ListeningIfSignal$/.test(listener.name)) {
                    process.removeListener(event, listener);
                    process.on(event, name => name === 'SIGINT' || listener(name));
                }
            }
        }
    }

    /** Whether there was one since this was last asked or a script ended. */
    taken() {
        for (let i = 0; i < NOTING_LIMIT && this.noting(); i++) {
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
        this.vm.startSigintWatchdog();
        return this.vm.stopSigintWatchdog(); // the inner of two: forgets the signal, and leaves the handler
    }

    /** Whether the thread that takes note is awake: it would take an old signal for one to the next script. */
    noting() {
        const stat = fs.readFileSync(`/proc/self/task/${this.noter}/stat`, 'latin1');
        return stat[stat.lastIndexOf(')') + 2] !== 'S';
    }

    /** Calls this when there is one, until told otherwise. */
    watch(act) {
        clearIntervalOfOurs(this.timer);
        this.timer = act && setIntervalOfOurs(() => this.taken() && act(), SIGNAL_POLL);
    }
}

let count = 0;

async function run(code, language) {
    count++;
    const filename = `<code ${count}>`;
    results = [];
    displayed = [];
    left = TOTAL_LIMIT;
    let answer = {};
    let stop;
    const stopped = new Promise((resolve, reject) => { stop = () => reject(interruption); });
    stopped.catch(() => {});
    signals.taken(); // of the time before
    try {
        const source = language === 'typescript' ? stripped(code) : code;
        if (source === null) {
            return { unsupported: 'typescript' };
        }
        const cell = script(source, filename);
        if (signals.taken()) {
            throw interruption;
        }
        let value = cell.runInThisContext({ breakOnSigint: true, displayErrors: true });
        signals.watch(stop);
        if (util.types.isPromise(value)) {
            value = await Promise.race([value, stopped]);
        }
        await Promise.race([new Promise(resolve => setImmediateOfOurs(resolve)), stopped]);
        if (value !== undefined) {
            display(value);
        }
        await Promise.race([collect(displayed), stopped]);
    } catch (error) {
        signals.watch(stop);
        await Promise.race([collect(displayed), stopped]).catch(() => {});
        answer.error = told(error);
    } finally {
        signals.watch(null);
    }
    answer.results = results;
    return answer;
}

// --- the ends of the wire and the user's surroundings

const setImmediateOfOurs = setImmediate;
const setIntervalOfOurs = setInterval;
const clearIntervalOfOurs = clearInterval;
const exit = process.exit;

function writeAll(fd, data) {
    let buffer = typeof data === 'string' ? Buffer.from(data) : data;
    while (buffer.length) {
        try {
            buffer = buffer.subarray(fs.writeSync(fd, buffer));
        } catch (error) {
            if (error.code !== 'EAGAIN') {
                throw error;
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a child made the pipe non-blocking
        }
    }
}

/** Standard output that has been written when write returns, and takes the next write even if this one was broken off. */
class Direct extends Writable {
    constructor(fd) {
        super({ decodeStrings: true });
        this.fd = fd;
        this.isTTY = false;
    }

    /** In place of Writable's, which would wait for ever for the end of a write that was broken off. */
    write(chunk, encoding, done) {
        const told = typeof encoding === 'function' ? encoding : done;
        let failure = null;
        try {
            writeAll(this.fd, typeof chunk === 'string' && typeof encoding === 'string' ? Buffer.from(chunk, encoding) : chunk);
        } catch (error) {
            if (error.code === 'ERR_INVALID_ARG_TYPE') {
                throw error;
            }
            failure = error;
        }
        if (typeof told === 'function') {
            process.nextTick(told, failure);
        }
        if (failure) {
            process.nextTick(() => this.emit('error', failure));
        }
        return failure === null;
    }

    _write(chunk, encoding, done) { // the last words that end() was given
        this.write(chunk, null, done);
    }

    _destroy(error, done) {
        done(error);
    }
}

function surroundings() {
    const stdin = new Readable({ read() { this.push(null); } });
    stdin.fd = 0;
    stdin.isTTY = false;
    const stdout = new Direct(1);
    const stderr = new Direct(2);
    for (const [name, stream] of Object.entries({ stdin, stdout, stderr })) {
        stream.on('error', () => {}); // the user closed the descriptor; there is nobody left to tell
        Object.defineProperty(process, name, { configurable: true, enumerable: true, writable: true, value: stream });
    }
    globalThis.console = new Console({ stdout, stderr });
    const require = createRequire(path.join(process.cwd(), 'code.js'));
    const module = { exports: {}, id: '.', filename: path.join(process.cwd(), 'code.js'), paths: [], children: [], loaded: false };
    module.require = require;
    require.main = module;
    Object.assign(globalThis, { require, module, exports: module.exports, display, __dirname: process.cwd(),
        __filename: module.filename });
    // a global that has only a getter (crypto, navigator) would swallow "const crypto = require('crypto')"
    for (const [name, { get, set, configurable, enumerable }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
        if (get && configurable) {
            Object.defineProperty(globalThis, name, { get, configurable, enumerable,
                set(value) { Object.defineProperty(globalThis, name, { value, configurable, enumerable, writable: true }); } });
        }
    }
    const emitWarning = process.emitWarning;
    process.emitWarning = function (warning, ...rest) { // that what we use is experimental is no news for the user
        if (!/USE_MAIN_CONTEXT_DEFAULT_LOADER|stripTypeScriptTypes/.test(String(warning))) {
            emitWarning.call(process, warning, ...rest);
        }
    };
    process.argv.length = 1;
    process.on('unhandledRejection', reason => writeAll(2, `Uncaught (in promise) ${told(reason).traceback}\n`));
    process.on('uncaughtException', error => writeAll(2, `Uncaught ${told(error).traceback}\n`));
}

function reopened(fd, flags) {
    try {
        return fs.openSync(`/proc/self/fd/${fd}`, flags); // close-on-exec, as everything node opens
    } catch (error) {
        return null; // a socket cannot be opened anew
    }
}

function serve() {
    const requests = reopened(0, 'r');
    const answers = reopened(3, 'w');
    if (requests !== null) {
        fs.closeSync(0);
        fs.openSync('/dev/null', 'r'); // takes the lowest free number: 0
    }
    if (answers !== null) {
        fs.closeSync(3);
    }
    const input = new net.Socket({ fd: requests ?? 0, readable: true, writable: false });
    let waiting = [];
    let size = 0;
    let busy = false;
    const next = async () => {
        if (busy || size < 4) {
            return;
        }
        let all = waiting.length > 1 ? Buffer.concat(waiting) : waiting[0];
        waiting = [all];
        const length = all.readUInt32BE(0);
        if (length > REQUEST_LIMIT) {
            exit.call(process, 1);
        }
        if (size < 4 + length) {
            return;
        }
        busy = true;
        waiting = [all.subarray(4 + length)];
        size -= 4 + length;
        const request = parse(all.toString('utf8', 4, 4 + length));
        all = null;
        const body = Buffer.from(stringify(await run(request.code, request.language)));
        const frame = Buffer.allocUnsafe(4);
        frame.writeUInt32BE(body.length);
        writeAll(answers ?? 3, Buffer.concat([frame, body]));
        busy = false;
        next();
    };
    input.on('data', chunk => {
        waiting.push(chunk);
        size += chunk.length;
        // a large request comes in many pieces: look again only when it may be whole
        if (size >= 4 && (waiting[0].length < 4 || size >= 4 + waiting[0].readUInt32BE(0))) {
            next();
        }
    });
    input.on('end', () => exit.call(process, 0));
    input.on('error', () => exit.call(process, 1));
}

const signals = new Signals();
surroundings();
serve();

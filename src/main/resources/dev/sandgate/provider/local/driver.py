"""Sandgate's Python kernel: runs code in one lasting __main__, inside the sandbox.

Requests come on fd 0 (u32 big-endian length + the code itself), answers go to fd 3 (u32 length + JSON). Both are moved to
high close-on-exec descriptors before user code runs; its stdin is /dev/null. SIGINT raises KeyboardInterrupt in running code
and is ignored otherwise. What is not built into the interpreter is imported on first need: ast, signal, json and linecache
would more than double the time that a kernel takes to start. One file, although a long one: a second module would have to be
found and compiled at every start, and the user's code could see it.
"""
import _ast as ast
import _signal as signal
import builtins
import fcntl
import os
import sys
from _frozen_importlib_external import PathFinder
from _json import encode_basestring as quoted

TEXT_LIMIT = 1 << 20  # bytes of one textual value in an answer
IMAGE_LIMIT = 4 << 20
TOTAL_LIMIT = 8 << 20
RESULT_LIMIT = 256
ITEM_LIMIT = 100_000  # elements of a container that repr looks at
NAME_LIMIT = 1 << 10
VALUE_LIMIT = 64 << 10
TRACE_LIMIT = 256 << 10
SOURCE_LIMIT = 16 << 20  # of former cells kept for tracebacks

HERE = __file__
FUTURE_ANNOTATIONS = 0x1000000
COROUTINE = 0x80
MIMES = {
    "_repr_html_": "text/html",
    "_repr_markdown_": "text/markdown",
    "_repr_latex_": "text/latex",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_json_": "application/json",
}


def library(name):
    """Imports a module of the standard library even when the user's directory has one of that name."""
    path = list(sys.path)
    sys.path[:] = [entry for entry in path if entry]
    try:
        __import__(name)
        return sys.modules[name]
    finally:
        sys.path[:] = path


def high(fd):
    """Moves a descriptor out of the user's way."""
    for least in (900, 200, 10):
        try:
            moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, least)
            break
        except OSError:
            if least == 10:
                raise
    return moved


class Results:
    """What one cell shows, bounded."""

    def __init__(self):
        self.shown = []
        self.left = TOTAL_LIMIT
        self.noted = False

    def note(self, text):
        print("[sandgate] " + text, file=sys.__stderr__)

    def add(self, bundle):
        if len(self.shown) >= RESULT_LIMIT:
            if not self.noted:
                self.noted = True
                self.note("only the first %d results are returned" % RESULT_LIMIT)
            return
        entries = []
        for mime, value in bundle.items():
            whole = mime != "text/plain"
            limit = IMAGE_LIMIT if mime.startswith("image/") else TEXT_LIMIT
            size = len(value)
            if size > limit and not whole:
                value = value[:limit] + "\n[... %d characters in all]" % size
            entry = quoted(mime) + ":" + quoted(value)
            # the encoded size counts: control characters grow when they are escaped
            cost = len(entry.encode("utf-8", "replace"))
            if size > limit and whole or cost > self.left:
                self.note("%s of %d characters is too large to be returned" % (mime, size))
                continue
            self.left -= cost
            entries.append(entry)
        if entries:
            self.shown.append("{" + ",".join(entries) + "}")


class Kernel:
    def __init__(self, requests, answers, streams):
        self.requests, self.answers, self.streams = requests, answers, streams
        self.pid = os.getpid()
        self.running = False
        self.count = 0
        self.flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self.results = Results()
        self.sources = {}
        self.kept = 0
        self.loader = None
        self.loop = None
        self.quiet_show = False
        self.main = type(sys)("__main__")
        self.main.__dict__["__builtins__"] = builtins
        sys.modules["__main__"] = self.main
        builtins.display = self.display

    # --- the two ends of the wire

    def read(self, size):
        parts = []
        while size:
            part = os.read(self.requests, min(size, 1 << 20))
            if not part:
                return None
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.answers, view):]

    def serve(self):
        while True:
            head = self.read(4)
            if head is None:
                return
            body = self.read(int.from_bytes(head, "big"))
            if body is None:
                return
            error = self.cell(body.decode("utf-8", "replace"))
            self.flush()
            if os.getpid() != self.pid:  # the user forked and the child came out of the cell
                os._exit(0 if error is None else 1)
            answer = '{"results":[' + ",".join(self.results.shown) + "]"
            if error is not None:
                answer += ',"error":{' + ",".join(quoted(key) + ":" + quoted(text) for key, text in error.items()) + "}"
            data = (answer + "}").encode("utf-8", "replace")
            self.results = Results()
            self.write(len(data).to_bytes(4, "big") + data)

    # --- running

    def cell(self, code):
        self.streams_back()
        signal.signal(signal.SIGINT, self.interrupt)
        self.count += 1
        self.results = Results()
        try:
            try:
                self.running = True
                self.run(code)
                self.figures()
            finally:
                self.running = False
        except SystemExit as exit:
            if exit.code in (None, 0):
                return None
            return self.error(exit)
        except BaseException as error:
            if not isinstance(error, KeyboardInterrupt):
                self.quietly(self.figures)
            return self.error(error)
        finally:
            signal.signal(signal.SIGINT, self.interrupt)
        return None

    def run(self, code):
        name = "<code %d>" % self.count
        self.remember(name, code)
        tree = compile(code, name, "exec", self.flags | ast.PyCF_ONLY_AST, True)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = ast.Expression(tree.body.pop().value)
        self.evaluate(compile(tree, name, "exec", self.flags, True))
        if last is not None:
            value = self.evaluate(compile(last, name, "eval", self.flags, True))
            if value is not None and not code.rstrip().endswith(";"):
                builtins._ = value
                self.display(value)

    def evaluate(self, code):
        self.flags |= code.co_flags & FUTURE_ANNOTATIONS
        if not code.co_flags & COROUTINE:
            return eval(code, self.main.__dict__)
        asyncio = library("asyncio")
        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        task = self.loop.create_task(eval(code, self.main.__dict__))
        try:
            return self.loop.run_until_complete(task)
        except BaseException:
            if not task.done():
                task.cancel()
            raise

    def remember(self, name, code):
        """Keeps the source for tracebacks, ours and those that user code prints."""
        self.sources[name] = (len(code), None, code.splitlines(True), name)
        self.kept += len(code)
        linecache = sys.modules.get("linecache")
        if linecache is not None:
            linecache.cache[name] = self.sources[name]
        while self.kept > SOURCE_LIMIT or len(self.sources) > 1000:
            oldest = next(iter(self.sources))
            self.kept -= self.sources.pop(oldest)[0]
            if linecache is not None:
                linecache.cache.pop(oldest, None)

    def find_spec(self, name, path=None, target=None):
        """As the first of the import system's finders: when linecache is first imported it learns the sources."""
        if name != "linecache":
            return None
        sys.meta_path.remove(self)
        path = [entry for entry in sys.path if entry]
        for finder in sys.meta_path:
            spec = finder.find_spec(name, None) if finder is not PathFinder else finder.find_spec(name, path)
            if spec is not None:
                self.loader, spec.loader = spec.loader, self
                return spec
        return None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        module.cache.update(self.sources)

    def interrupt(self, number, frame):
        if self.running:
            self.running = False
            raise KeyboardInterrupt

    # --- showing

    def display(self, *values, raw=False, **ignored):
        """Adds values to the results of this call, each in every form it offers; raw: they are dicts by mime type."""
        for value in values:
            bundle = self.text(value) if raw else self.forms(value)
            if bundle:
                self.results.add(bundle)

    def forms(self, value):
        forms = {}
        kind = type(value)
        offer = getattr(kind, "_repr_mimebundle_", None)
        if offer is not None and not isinstance(value, type):
            bundle = self.quietly(lambda: value._repr_mimebundle_(include=None, exclude=None))
            forms.update(self.text(bundle[0] if isinstance(bundle, tuple) and bundle else bundle))
        for method, mime in MIMES.items():
            if mime == "image/jpeg" and "image/png" in forms:
                continue  # one picture is enough
            if mime not in forms and hasattr(kind, method) and not isinstance(value, type):
                forms.update(self.text({mime: self.quietly(getattr(value, method))}))
        if kind.__module__ == "matplotlib.figure" and "image/png" not in forms:
            forms.update(self.text({"image/png": self.quietly(lambda: self.drawn(value))}))
        if kind in (dict, list) and "application/json" not in forms:
            forms.update(self.text({"application/json": value}))
        if "text/plain" not in forms:
            forms["text/plain"] = self.plain(value)
        return forms

    def text(self, bundle):
        """A bundle with nothing but strings: images as base64, JSON as its text."""
        forms = {}
        if not isinstance(bundle, dict):
            return forms
        for mime, value in bundle.items():
            if value is None or not isinstance(mime, str):
                continue
            if isinstance(value, tuple) and len(value) == 2 and mime.startswith("image/"):
                value = value[0]  # data and metadata
            if isinstance(value, (bytes, bytearray)):
                value = library("binascii").b2a_base64(value, newline=False).decode("ascii")
            elif mime == "application/json" or mime.endswith("+json"):
                value = self.json(value)
            if isinstance(value, str):
                forms[mime] = value
        return forms

    def json(self, value):
        if isinstance(value, (dict, list)) and len(value) > ITEM_LIMIT:
            return None
        try:
            return library("json").dumps(value, ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError, RecursionError):
            return None

    def plain(self, value):
        try:
            kind = type(value)
            if kind in (list, tuple, set, frozenset, dict, str, bytes) and len(value) > ITEM_LIMIT:
                if kind in (str, bytes):
                    return repr(value[:TEXT_LIMIT + 1])
                some = library("itertools").islice(value.items() if kind is dict else value, ITEM_LIMIT)
                return repr(kind(some))[:-1] + ", ... %d items in all" % len(value)
            return repr(value)
        except Exception as error:
            return "<%s whose repr raised %s>" % (type(value).__name__, type(error).__name__)

    def quietly(self, act):
        """A value that cannot be shown in one form may have others."""
        try:
            return act()
        except Exception as error:
            print("[sandgate] a result could not be shown: %s" % type(error).__name__, file=sys.__stderr__)
            return None

    def figures(self):
        """Figures that pyplot still holds are what the cell drew."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        if pyplot is None:
            return
        if not self.quiet_show:  # plt.show() has nothing to complain about: the figure is shown here
            self.quiet_show = True
            library("warnings").filterwarnings("ignore", ".*non-interactive.*", UserWarning)
        for number in pyplot.get_fignums():
            figure = pyplot.figure(number)
            data = self.quietly(lambda: self.drawn(figure))
            if data is not None:
                self.results.add(self.text({"image/png": data, "text/plain": self.plain(figure)}))
        pyplot.close("all")

    def drawn(self, figure):
        buffer = library("io").BytesIO()
        figure.savefig(buffer, format="png", bbox_inches="tight")
        pyplot = sys.modules.get("matplotlib.pyplot")
        if pyplot is not None:
            pyplot.close(figure)
        return buffer.getvalue()

    # --- failing

    def error(self, error):
        name = type(error).__name__
        try:
            value = str(error)
        except Exception:
            value = "<its message could not be made>"
        try:
            trace = self.trace(error)
        except BaseException:
            trace = name + ": " + value
        return {"name": cut(name, NAME_LIMIT), "value": cut(value, VALUE_LIMIT), "traceback": cut(trace, TRACE_LIMIT)}

    def trace(self, error):
        """The traceback from the user's first frame on, without ours."""
        top = error.__traceback__
        while top is not None and not top.tb_frame.f_code.co_filename.startswith("<code "):
            top = top.tb_next
        report = library("traceback").TracebackException(type(error), error, top)
        seen = [report]
        for one in seen:
            one.stack[:] = [line for line in one.stack if line.filename != HERE]
            seen.extend(other for other in (one.__cause__, one.__context__) if other is not None and len(seen) < 100)
        return "".join(report.format())

    # --- the user's streams

    def streams_back(self):
        """Whatever the last cell did to them, a cell starts with the three standard streams in place."""
        for fd, kept in enumerate(self.streams):
            try:
                os.fstat(fd)
            except OSError:
                os.dup2(kept, fd)
        for name, fd in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
            stream = getattr(sys, "__%s__" % name)
            if stream is None or stream.closed:
                stream = open(fd, "r" if fd == 0 else "w", encoding="utf-8", errors="replace", closefd=False)
                setattr(sys, "__%s__" % name, stream)
            shown = getattr(sys, name)
            if shown is None or getattr(shown, "closed", False):
                setattr(sys, name, stream)

    def flush(self):
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            try:
                stream.flush()
            except Exception:
                pass  # the user's own stream object; closed or broken, there is nothing left to flush


def cut(text, limit):
    if len(text) <= limit:
        return text
    return text[:limit // 2] + "\n[...]\n" + text[-limit // 2:]


def main():
    requests, answers = high(0), high(3)
    os.close(3)
    null = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    os.dup2(null, 0)
    os.close(null)
    sys.stdin = sys.__stdin__ = open(0, "r", encoding="utf-8", errors="replace", closefd=False)
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=False)
    sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.argv[:] = [""]
    sys.path[0] = ""
    os.environ.setdefault("MPLBACKEND", "Agg")
    kernel = Kernel(requests, answers, [high(fd) for fd in (0, 1, 2)])
    signal.signal(signal.SIGINT, kernel.interrupt)

    def before_child(event, arguments):
        # what was printed before a child starts comes before what the child prints
        if event in ("subprocess.Popen", "os.system", "os.fork", "os.posix_spawn", "os.exec"):
            kernel.flush()

    def in_child():
        for fd in (requests, answers):
            os.close(fd)

    sys.meta_path.insert(0, kernel)
    sys.addaudithook(before_child)
    os.register_at_fork(before=kernel.flush, after_in_child=in_child)
    kernel.serve()


main()

"""Runs a test that starts servers, and shows that it leaves no process behind.

    python3 keeper.py PROGRAM ...

The test has a folder of its own, named in SCRATCH, which everybody may read,
and which is gone afterwards. Where TMPDIR is closed to other users, as whom a test
by root starts its servers, the folder lies elsewhere.

What the test starts stays below this process, however often it forks: what
loses its parent becomes a child of this one (prctl(2),
PR_SET_CHILD_SUBREAPER). The test speaks TAP; when it has told its plan, its
processes have SECONDS_TO_LEAVE to be gone, which is one test more. What is
still there then is told, and killed; so is everything if the test takes
longer than SECONDS_IN_ALL, or somebody ends this process: then the processes and
the last lines of the test's files tell where it stood.
"""
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36
SECONDS_TO_LEAVE = 10
SECONDS_IN_ALL = 600


def processes():
    """Parent and command of every process that is alive, by its number."""
    found = {}
    for entry in os.listdir('/proc'):
        if not entry.isdigit():
            continue
        try:
            with open(f'/proc/{entry}/stat', encoding='utf-8', errors='replace') as stat:
                text = stat.read()
            with open(f'/proc/{entry}/cmdline', encoding='utf-8', errors='replace') as line:
                command = line.read().replace('\0', ' ').strip()
        except OSError:
            continue
        state, parent = text[text.rindex(')') + 2:].split()[:2]
        if state != 'Z':
            found[int(entry)] = (int(parent), command)
    return found


def below(ancestor):
    """The processes that descend from this one: number and command."""
    alive = processes()
    family = {ancestor}
    while True:
        more = {number for number, (parent, _) in alive.items() if parent in family} - family
        if not more:
            return {number: alive[number][1] for number in family - {ancestor}}
        family |= more


def reap():
    """Takes note of children that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def left_behind(seconds):
    """What is still there after that time; {} as soon as nothing is."""
    end = time.monotonic() + seconds
    while True:
        reap()
        left = below(os.getpid())
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.02)


def kill_all():
    while left := below(os.getpid()):
        for number in left:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.02)
        reap()


def ends_of_files(folder, lines=12):
    """The last lines of the files in the folder and in its log/, as comments."""
    for place in (folder, os.path.join(folder, 'log')):
        for entry in os.scandir(place) if os.path.isdir(place) else ():
            if entry.is_file(follow_symlinks=False) and entry.stat().st_size:
                yield f'# the end of {entry.path}:'
                with open(entry.path, encoding='utf-8', errors='replace') as file:
                    yield from (f'#   {line.rstrip()[:200]}' for line in file.readlines()[-lines:])


def give_up(number, _frame):
    for process, command in below(os.getpid()).items():
        print(f'# {process} {command}', file=sys.stderr)
    kill_all()
    print(*ends_of_files(os.environ['SCRATCH']), sep='\n', file=sys.stderr)
    shutil.rmtree(os.environ['SCRATCH'], ignore_errors=True)
    sys.exit(f'not ok - {"took too long" if number == signal.SIGALRM else "was ended"}')


def is_open(folder):
    """Whether everybody may enter the folder."""
    path = os.path.realpath(folder)
    while os.stat(path).st_mode & 0o001:
        if path == '/':
            return os.access(folder, os.W_OK)
        path = os.path.dirname(path)
    return False


def scratch_folder():
    """A new folder that everybody may enter and read; None if there is no place for one."""
    for place in (tempfile.gettempdir(), '/tmp', '/var/tmp', '/dev/shm'):
        if os.path.isdir(place) and (os.geteuid() != 0 or is_open(place)):
            folder = tempfile.mkdtemp(dir=place)
            os.chmod(folder, 0o755)
            return folder
    return None


def main():
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit('prctl: ' + os.strerror(ctypes.get_errno()))
    os.umask(0o022)
    folder = scratch_folder()
    if folder is None:
        sys.exit('not ok - other users may enter none of the folders for temporary files: set TMPDIR to one')
    os.environ['SCRATCH'] = folder
    for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, give_up)
    signal.alarm(SECONDS_IN_ALL)
    test = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    plan = 0
    for line in test.stdout:
        if line.startswith('1..'):
            plan = int(line[3:].split()[0])
            if plan == 0:
                print(line, end='', flush=True)
            break
        print(line, end='', flush=True)
    status = test.wait()
    left = left_behind(SECONDS_TO_LEAVE)
    if plan or left or status:
        print('not ' * bool(left) + f'ok {plan + 1} - no process is left')
        for number, command in left.items():
            print(f'# {number} {command}')
        print(f'1..{plan + 1}')
    kill_all()
    shutil.rmtree(os.environ['SCRATCH'], ignore_errors=True)
    return status or bool(left)


sys.exit(main())

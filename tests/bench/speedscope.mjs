// Opens a trace in speedscope in a headless Chromium, and says when it stands and what it took.
//
//   node --experimental-websocket speedscope.mjs CHROMIUM SPEEDSCOPE-DIR TRACE [SCREENSHOT.png]
//
// One line of JSON: milliseconds from the page's address being given to the first frame with the profile in it,
// megabytes (10^6) that all of Chromium's processes take together at most until then (proportional set size,
// every 100 ms), and the page's title. Needs nothing but node 20 and Linux.
import {spawn} from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'

const [chromium, app, trace, screenshot] = process.argv.slice(2)
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json'}
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

function serve() {
  const server = http.createServer((request, answer) => {
    const name = path.basename(new URL(request.url, 'http://x').pathname) || 'index.html'
    const file = name === 'trace' ? trace : path.join(app, name)
    if (!fs.existsSync(file)) return answer.writeHead(404).end()
    answer.writeHead(200, {'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream'})
    fs.createReadStream(file).pipe(answer)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

// Proportional set size of a process and of all that it has started. (Chromium's write over their own environment
// and command line: who their parents are is what tells them.)
function memory(root) {
  const parent = new Map()
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
      parent.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has gone.
    }
  }
  const descends = (pid) => pid === root || (parent.has(pid) && pid > 1 && descends(parent.get(pid)))
  let bytes = 0
  for (const pid of parent.keys()) {
    if (!descends(pid)) continue
    try {
      bytes += 1024 * Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
    } catch {
      // It has gone.
    }
  }
  return bytes
}

class Page {
  constructor(socket) {
    this.socket = socket
    this.waiting = new Map()
    this.last = 0
    socket.onmessage = (message) => {
      const answer = JSON.parse(message.data)
      this.waiting.get(answer.id)?.(answer.result ?? answer)
    }
  }
  call(method, params = {}) {
    const id = ++this.last
    this.socket.send(JSON.stringify({id, method, params}))
    return new Promise((done) => this.waiting.set(id, done))
  }
  async value(expression) {
    const answer = await this.call('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true})
    return answer.result?.value
  }
}

async function connect(folder) {
  const file = path.join(folder, 'DevToolsActivePort')
  while (!fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes('\n')) await sleep(20)
  const port = fs.readFileSync(file, 'utf8').split('\n')[0]
  for (;;) {
    const pages = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
    const page = pages.find((one) => one.type === 'page')
    if (page) {
      const socket = new WebSocket(page.webSocketDebuggerUrl)
      await new Promise((done) => (socket.onopen = done))
      return new Page(socket)
    }
    await sleep(20)
  }
}

const server = await serve()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peer-'))
const child = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--remote-debugging-port=0', '--remote-allow-origins=*', '--window-size=1400,900',
  `--user-data-dir=${folder}`, 'about:blank'], {stdio: 'ignore'})
let status = 1
try {
  const page = await connect(folder)
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memory(child.pid))), 100)
  const begin = performance.now()
  await page.call('Page.navigate', {url: `http://127.0.0.1:${server.address().port}/index.html#profileURL=/trace`})
  let title = ''
  // It names the profile that it shows; a page that works at it answers only when that is done.
  while (!(title = (await page.value("/ - speedscope|^\\[/.test(document.title) ? document.title : ''")) ?? '')) {
    if (performance.now() - begin > 600000) throw new Error('speedscope showed nothing in ten minutes')
    await sleep(10)
  }
  await page.value('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const milliseconds = performance.now() - begin
  most = Math.max(most, memory(child.pid))
  clearInterval(timer)
  if (screenshot) {
    const picture = await page.call('Page.captureScreenshot')
    fs.writeFileSync(screenshot, Buffer.from(picture.data, 'base64'))
  }
  console.log(JSON.stringify({milliseconds, megabytes: most / 1e6, title}))
  status = 0
} catch (error) {
  console.error(`speedscope.mjs: ${error.message}`)
}
child.kill()
await new Promise((done) => child.on('exit', done))
server.close()
fs.rmSync(folder, {recursive: true, force: true, maxRetries: 5})
process.exit(status)

// The connection of a page to its game: numbered both ways, acknowledged, and made again when it breaks.

const VERSION = 1;
const FIRST_WAIT = 250, LONGEST_WAIT = 5000;

export class Connection {
  // `told` gets every table, `state` "open" or "broken".
  constructor(path, { told, state }) {
    this.path = path;
    this.told = told;
    this.state = state;
    this.waiting = new Map(); // what was said and not acknowledged
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.lines = [];
    this.open();
  }

  open() {
    this.seen = 0;
    this.socket = new WebSocket(this.path);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.state("open");
      for (const { message } of this.waiting.values()) this.socket.send(JSON.stringify(message));
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      this.state("broken");
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  take(message) {
    if (message.v !== VERSION) {
      location.reload();
      return;
    }
    if (message.do === "ack") {
      const said = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) said?.fail(new Error(message.error));
      else said?.done(message);
      return;
    }
    if (message.n <= this.seen) return; // came twice
    if (message.n !== this.seen + 1 && message.since > 0) {
      this.say({ do: "all" }).catch(() => {});
      return; // a message is missing: ask for everything
    }
    this.seen = message.n;
    this.life = message.life;
    this.question = message.question;
    this.lines = [...this.lines.slice(0, message.since), ...message.lines];
    this.told(message, this.lines);
  }

  // Says something about the open question; fulfilled when the server has it.
  say(what) {
    const message = { v: VERSION, id: this.next++, life: this.life, question: this.question, ...what };
    return new Promise((done, fail) => {
      this.waiting.set(message.id, { message, done, fail });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }
}

export const socketPath = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

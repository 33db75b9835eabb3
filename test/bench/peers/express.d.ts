// The part of Express 5 that app.ts uses.

declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  interface Request extends IncomingMessage {
    query: Record<string, unknown>
  }
  interface Response extends ServerResponse {
    status(code: number): this
    json(body: unknown): this
  }
  interface Application {
    disable(setting: string): this
    get(path: string, handler: (request: Request, response: Response) => void | Promise<void>): this
    listen(port: number, host: string, ready: () => void): Server
  }
  export default function express(): Application
}

// The base URL of the service, as its caller writes it.

/** Base URL of this service for whoever asks, such as https://example.org: http only for the machine's own addresses. */
export function baseUrlOf(host = ''): string {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)
  return `${local ? 'http' : 'https'}://${host}`
}

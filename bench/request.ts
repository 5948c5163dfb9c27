export type BenchRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  token?: string | undefined
  body?: object
}

export function headersOf({ token, body }: BenchRequest): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
}

/** Sends one request uncompressed, as the load generator does. */
export function send(address: string, request: BenchRequest): Promise<Response> {
  const { method, path, body } = request
  const headers = { ...headersOf(request), 'accept-encoding': 'identity' }
  return fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

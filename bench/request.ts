/** One request, as rows describe it. */

export type Asked = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  token?: string | undefined
  body?: object
}

export function headersOf({ token, body }: Asked): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
}

/** Asks once, uncompressed, as the load generator does. */
export function ask(address: string, asked: Asked): Promise<Response> {
  const { method, path, body } = asked
  const headers = { ...headersOf(asked), 'accept-encoding': 'identity' }
  return fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

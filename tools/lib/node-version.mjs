// Imported first, for its effect: stops with one clear line on a Node the dependencies do not run on.

/** Whether this Node runs the whole toolchain: 20.19+, 22.12+ or newer (what Vite asks for), not 21. */
export function supportedNode(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major > 22
}

if (!supportedNode(process.version)) {
  process.stderr.write(`小石榴需要 Node 20.19 以上（或 22.12 以上），现在是 ${process.version}。请先升级 Node。\n`)
  process.exit(1)
}

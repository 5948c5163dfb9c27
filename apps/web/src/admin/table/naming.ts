const NAMED_MAX = 5

/** 「学习」「校园」等 12 项 */
export function naming(names: readonly string[]): string {
  const named = names
    .slice(0, NAMED_MAX)
    .map((name) => `「${name}」`)
    .join('')
  return names.length > NAMED_MAX ? `${named}等 ${names.length} 项` : named
}

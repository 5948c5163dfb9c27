/** How often the page asks for what is new, in milliseconds; the server counts its numbers at most once a minute. */
export const REFRESH = { activitiesMs: 20_000, dashboardMs: 60_000 } as const

/// <reference types="vite/client" />

/** Version shown in the about dialog, from the contract's limits. */
declare const __VERSION__: string

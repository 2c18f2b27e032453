/** Icon: a page of a calendar. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#2d6cc0" stroke="#2d6cc0">
<rect x="3" y="5" width="26" height="24" rx="4" stroke="none"/>
<path d="M9 2v6M23 2v6" stroke-width="3" stroke-linecap="round"/>
<path d="M7 13h18v12H7z" fill="#fff" stroke="none"/>
<path d="M10 16h5v5h-5z" stroke="none"/>
</svg>
`

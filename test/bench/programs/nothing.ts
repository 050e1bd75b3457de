/** nothing.cjs: what Node takes before the first line of any program. */
console.log(JSON.stringify({ milliseconds: 0 }));

/** nothing.cjs: the time and memory of Node itself. */
console.log(JSON.stringify({ milliseconds: 0 }));

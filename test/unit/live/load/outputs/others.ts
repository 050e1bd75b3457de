/** What wrk 4.1, vegeta 12, bombardier 1.2 and ab 2.3 print, recorded from runs against a small service. */

export const WRK = String.raw`Running 2s test @ http://127.0.0.1:18980/
  2 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.91ms    5.35ms  53.08ms   92.54%
    Req/Sec    27.46k     7.37k   46.72k    65.85%
  Latency Distribution
     50%  111.00us
     75%    0.97ms
     90%    4.91ms
     99%   29.65ms
  112205 requests in 2.10s, 16.16MB read
Requests/sec:  53341.59
Transfer/sec:      7.68MB
`;

export const WRK_ERRORS = String.raw`Running 2s test @ http://127.0.0.1:18980/some
  2 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.24ms    3.52ms  31.95ms   93.05%
    Req/Sec    27.99k     7.42k   39.54k    65.00%
  111361 requests in 2.00s, 14.43MB read
  Non-2xx or 3xx responses: 34999
Requests/sec:  55593.77
Transfer/sec:      7.21MB
`;

export const WRK_TIMEOUTS = String.raw`Running 3s test @ http://127.0.0.1:18980/slow
  2 threads and 10 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   292.10us  596.05us   2.11ms   90.00%
    Req/Sec    48.00     49.66    91.00    100.00%
  Latency Distribution
     50%   92.00us
     75%  136.00us
     90%    1.94ms
     99%    2.11ms
  50 requests in 3.06s, 5.81KB read
  Socket errors: connect 0, read 0, write 0, timeout 10
Requests/sec:     16.34
Transfer/sec:      1.90KB
`;

export const WRK_READ = String.raw`Running 1s test @ http://127.0.0.1:18980/hang
  1 threads and 2 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.00us    0.00us   0.00us    -nan%
    Req/Sec     0.00      0.00     0.00      -nan%
  0 requests in 1.10s, 0.00B read
  Socket errors: connect 0, read 14566, write 0, timeout 0
Requests/sec:      0.00
Transfer/sec:       0.00B
`;

export const VEGETA = String.raw`Requests      [total, rate, throughput]         1000, 500.05, 500.00
Duration      [total, attack, wait]             2s, 2s, 184.7µs
Latencies     [min, mean, 50, 90, 95, 99, max]  111.823µs, 331.651µs, 231.986µs, 334.394µs, 379.948µs, 3.511ms, 11.287ms
Bytes In      [total, mean]                     34000, 34.00
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           100.00%
Status Codes  [code:count]                      200:1000  
Error Set:
`;

export const VEGETA_ERRORS = String.raw`Requests      [total, rate, throughput]         200, 200.97, 137.63
Duration      [total, attack, wait]             995.386ms, 995.168ms, 218.557µs
Latencies     [min, mean, 50, 90, 95, 99, max]  165.572µs, 241.561µs, 232.805µs, 301.02µs, 316.982µs, 574.236µs, 696.837µs
Bytes In      [total, mean]                     1048, 5.24
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           68.50%
Status Codes  [code:count]                      200:137  404:23  503:40  
Error Set:
503 Service Unavailable
404 Not Found
`;

export const VEGETA_ERRORS_JSON = String.raw`{"latencies":{"total":136472442,"mean":682362,"50th":328939,"90th":433740,"95th":2473620,"99th":6275381,"max":28937475,"min":183789},"bytes_in":{"total":1048,"mean":5.24},"bytes_out":{"total":0,"mean":0},"earliest":"2026-11-29T19:57:57.794390484Z","latest":"2026-11-29T19:57:58.789850137Z","end":"2026-11-29T19:57:58.79008425Z","duration":995459653,"wait":234113,"requests":200,"rate":200.91221115518178,"throughput":137.59250552543884,"success":0.685,"status_codes":{"200":137,"404":23,"503":40},"errors":["503 Service Unavailable","404 Not Found"]}
`;

export const VEGETA_REFUSED = String.raw`Requests      [total, rate, throughput]         50, 51.49, 0.00
Duration      [total, attack, wait]             971.371ms, 971.156ms, 215.529µs
Latencies     [min, mean, 50, 90, 95, 99, max]  196.303µs, 411.37µs, 253.438µs, 385.987µs, 538.444µs, 3.982ms, 3.982ms
Bytes In      [total, mean]                     0, 0.00
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           0.00%
Status Codes  [code:count]                      0:50  
Error Set:
Get "http://127.0.0.1:1/": dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused
`;

export const VEGETA_REFUSED_JSON = String.raw`{"latencies":{"total":17216563,"mean":344331,"50th":278437,"90th":382358,"95th":678357,"99th":2173534,"max":2173534,"min":209951},"bytes_in":{"total":0,"mean":0},"bytes_out":{"total":0,"mean":0},"earliest":"2026-11-29T19:57:58.821952791Z","latest":"2026-11-29T19:57:59.802901659Z","end":"2026-11-29T19:57:59.803130554Z","duration":980948868,"wait":228895,"requests":50,"rate":50.971056322173155,"throughput":0,"success":0,"status_codes":{"0":50},"errors":["Get \"http://127.0.0.1:1/\": dial tcp 0.0.0.0:0-\u003e127.0.0.1:1: connect: connection refused"]}
`;

export const BOMBARDIER = String.raw`Bombarding http://127.0.0.1:18980/ for 2s using 10 connection(s)






 00m01s





 2s
Done!
Statistics        Avg      Stdev        Max
  Reqs/sec     50579.67   12827.71   69599.28
  Latency      197.11us   460.19us    31.78ms
  Latency Distribution
     50%   141.00us
     75%   188.00us
     90%   297.00us
     95%   496.00us
     99%     1.31ms
  HTTP codes:
    1xx - 0, 2xx - 100805, 3xx - 0, 4xx - 0, 5xx - 0
    others - 0
  Throughput:    10.29MB/s
`;

export const BOMBARDIER_ERRORS = String.raw`Statistics        Avg      Stdev        Max
  Reqs/sec     35476.26       0.00   35476.26
  Latency      241.28us   210.56us     1.29ms
  Latency Distribution
     50%   164.00us
     75%   232.00us
     90%   442.00us
     95%     0.90ms
     99%     1.12ms
  HTTP codes:
    1xx - 0, 2xx - 138, 3xx - 0, 4xx - 22, 5xx - 40
    others - 0
  Throughput:     6.86MB/s
`;

export const BOMBARDIER_ERRORS_JSON = String.raw`{"spec":{"numberOfConnections":10,"testType":"number-of-requests","numberOfRequests":200,"method":"GET","url":"http://127.0.0.1:18980/some","body":"","stream":false,"timeoutSeconds":2,"client":"fasthttp"},"result":{"bytesRead":27191,"bytesWritten":13400,"timeTakenSeconds":0.020850783,"req1xx":0,"req2xx":137,"req3xx":0,"req4xx":23,"req5xx":40,"others":0,"latency":{"mean":1005.375,"stddev":1192.0051654145632,"max":4009,"percentiles":{"50":272,"75":1964,"90":3456,"95":3555,"99":3964}},"rps":{"mean":11738.212548004016,"stddev":0,"max":13914.882662751947,"percentiles":{"50":9561.542433,"75":13914.882663,"90":13914.882663,"95":13914.882663,"99":13914.882663}}}}`;

export const BOMBARDIER_REFUSED = String.raw`Statistics        Avg      Stdev        Max
  Reqs/sec     31181.69       0.00   31181.69
  Latency       15.65us    24.75us   126.00us
  HTTP codes:
    1xx - 0, 2xx - 0, 3xx - 0, 4xx - 0, 5xx - 0
    others - 20
  Errors:
    dial tcp 127.0.0.1:1: connect: connection refused - 20
  Throughput:       0.00/s
`;

export const BOMBARDIER_REFUSED_JSON = String.raw`{"spec":{"numberOfConnections":2,"testType":"number-of-requests","numberOfRequests":20,"method":"GET","url":"http://127.0.0.1:1/","body":"","stream":false,"timeoutSeconds":2,"client":"fasthttp"},"result":{"bytesRead":0,"bytesWritten":0,"timeTakenSeconds":0.00065673,"req1xx":0,"req2xx":0,"req3xx":0,"req4xx":0,"req5xx":0,"others":20,"errors":[{"description":"dial tcp 127.0.0.1:1: connect: connection refused","count":20}],"latency":{"mean":45.3,"stddev":76.61285466551941,"max":297},"rps":{"mean":30386.870441019848,"stddev":0,"max":30386.870441019848,"percentiles":{"50":30386.870441,"75":30386.870441,"90":30386.870441,"95":30386.870441,"99":30386.870441}}}}`;

export const AB = String.raw`This is ApacheBench, Version 2.3 <$Revision$>
Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
Licensed to The Apache Software Foundation, http://www.apache.org/

Benchmarking 127.0.0.1 (be patient)


Server Software:        
Server Hostname:        127.0.0.1
Server Port:            18980

Document Path:          /
Document Length:        34 bytes

Concurrency Level:      10
Time taken for tests:   0.100 seconds
Complete requests:      2000
Failed requests:        0
Total transferred:      302000 bytes
HTML transferred:       68000 bytes
Requests per second:    20002.20 [#/sec] (mean)
Time per request:       0.500 [ms] (mean)
Time per request:       0.050 [ms] (mean, across all concurrent requests)
Transfer rate:          2949.54 [Kbytes/sec] received

Connection Times (ms)
              min  mean[+/-sd] median   max
Connect:        0    0   0.1      0       1
Processing:     0    0   0.2      0       1
Waiting:        0    0   0.1      0       1
Total:          0    0   0.2      0       1

Percentage of the requests served within a certain time (ms)
  50%      0
  66%      0
  75%      1
  80%      1
  90%      1
  95%      1
  98%      1
  99%      1
 100%      1 (longest request)
`;

export const AB_ERRORS = String.raw`This is ApacheBench, Version 2.3 <$Revision$>
Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/
Licensed to The Apache Software Foundation, http://www.apache.org/

Benchmarking 127.0.0.1 (be patient)


Server Software:        
Server Hostname:        127.0.0.1
Server Port:            18980

Document Path:          /some
Document Length:        3 bytes

Concurrency Level:      10
Time taken for tests:   0.040 seconds
Complete requests:      200
Failed requests:        63
   (Connect: 0, Receive: 0, Length: 63, Exceptions: 0)
Non-2xx responses:      63
Total transferred:      27191 bytes
HTML transferred:       1048 bytes
Requests per second:    5060.34 [#/sec] (mean)
Time per request:       1.976 [ms] (mean)
Time per request:       0.198 [ms] (mean, across all concurrent requests)
Transfer rate:          671.85 [Kbytes/sec] received

Connection Times (ms)
              min  mean[+/-sd] median   max
Connect:        0    0   0.0      0       0
Processing:     0    1   3.6      0      16
Waiting:        0    1   3.5      0      16
Total:          0    1   3.6      0      16

Percentage of the requests served within a certain time (ms)
  50%      0
  66%      0
  75%      1
  80%      1
  90%      1
  95%     16
  98%     16
  99%     16
 100%     16 (longest request)
`;

// Lets pgjdbc, which speaks TCP only, reach a server that listens on a local socket: for the tests
// SPDX-License-Identifier: PostgreSQL
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

public class UnixSocketFactory extends SocketFactory {
    private final String path;

    public UnixSocketFactory(String path) {
        this.path = path;
    }

    @Override
    public Socket createSocket() throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        InputStream in = Channels.newInputStream(channel);
        OutputStream out = Channels.newOutputStream(channel);
        return new Socket() {
            @Override public void connect(SocketAddress address, int timeout) {}
            @Override public boolean isConnected() { return true; }
            @Override public boolean isClosed() { return !channel.isOpen(); }
            @Override public InputStream getInputStream() { return in; }
            @Override public OutputStream getOutputStream() { return out; }
            @Override public void setTcpNoDelay(boolean on) {}
            @Override public void setKeepAlive(boolean on) {}
            @Override public void setSoTimeout(int timeout) {}
            @Override public int getSoTimeout() { return 0; }
            @Override public int getSendBufferSize() { return 8192; }
            @Override public void close() throws IOException { channel.close(); }
        };
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(
        String host, int port, InetAddress local, int localPort
    ) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket();
    }

    @Override
    public Socket createSocket(
        InetAddress host, int port, InetAddress local, int localPort
    ) throws IOException {
        return createSocket();
    }
}
